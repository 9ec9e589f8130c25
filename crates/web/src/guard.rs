//! Who may talk to the server. A page of another site must not reach it through the visitor's browser, whatever name it
//! gives to this address (DNS rebinding), and nobody else at all without the token.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, Uri, header};

/// The cookie that carries the token.
const COOKIE: &str = "rocada_token";

/// Decides about requests.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    address: SocketAddr,
    token: Option<String>,
}

/// What is to be done with a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Decision {
    /// Answer it.
    Welcome,
    /// It carries the token in its address: put it into a cookie, and ask again without.
    TakeCookie(String),
    /// Refuse it, with one sentence.
    Refuse(&'static str),
}

impl Guard {
    pub(crate) fn new(address: SocketAddr, token: Option<String>) -> Guard {
        Guard { address, token }
    }

    /// Decides about a request.
    pub(crate) fn decide(&self, headers: &HeaderMap, uri: &Uri) -> Decision {
        let host = text(headers, header::HOST);
        if !host.is_some_and(|host| self.knows(host)) {
            return Decision::Refuse("This server answers only under its own address.");
        }
        let Some(token) = &self.token else { return Decision::Welcome };
        if cookie(headers).is_some_and(|given| same(given, token)) {
            return Decision::Welcome;
        }
        match query_token(uri).filter(|given| same(given, token)) {
            Some(_) => Decision::TakeCookie(format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/")),
            None => Decision::Refuse("This server wants a token: use the address that it printed."),
        }
    }

    /// May a page of this origin open a conversation? Programs that are no browsers have none.
    pub(crate) fn allows_origin(&self, headers: &HeaderMap) -> bool {
        if !headers.contains_key(header::ORIGIN) {
            return true;
        }
        let origin = text(headers, header::ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
        origin.is_some() && origin == text(headers, header::HOST)
    }

    /// Is this the name of this server? Only addresses and `localhost` are: any other name can be made to lead here.
    fn knows(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !name.is_empty() && !port.contains(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.address.port()) {
            return false;
        }
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        let is_address = match bare.parse::<IpAddr>() {
            Ok(address) => self.token.is_some() || address.is_loopback(),
            Err(_) => false,
        };
        is_address || name.eq_ignore_ascii_case("localhost")
    }
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    // Two of a kind is nothing that a browser sends.
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let pairs = text(headers, header::COOKIE)?.split(';');
    pairs
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| *name == COOKIE)
        .map(|(_, value)| value)
}

fn query_token(uri: &Uri) -> Option<&str> {
    let pairs = uri.query()?.split('&').filter_map(|pair| pair.split_once('='));
    pairs.into_iter().find(|(name, _)| *name == "token").map(|(_, value)| value)
}

/// Compares without telling by its time where the difference is.
fn same(one: &str, other: &str) -> bool {
    let difference = one.bytes().zip(other.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == other.len() && difference == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn guard(token: Option<&str>) -> Guard {
        Guard::new("127.0.0.1:8088".parse().expect("an address"), token.map(str::to_owned))
    }

    fn headers(pairs: &[(header::HeaderName, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(name, HeaderValue::from_static(value));
        }
        headers
    }

    fn decide(guard: &Guard, host: &'static str, uri: &'static str) -> Decision {
        guard.decide(&headers(&[(header::HOST, host)]), &Uri::from_static(uri))
    }

    #[test]
    fn only_the_own_names_are_answered() {
        for host in ["127.0.0.1:8088", "localhost:8088", "LOCALHOST:8088", "[::1]:8088", "127.0.0.2:8088"] {
            assert_eq!(decide(&guard(None), host, "/"), Decision::Welcome, "{host}");
        }
        for host in [
            "evil.example:8088",
            "127.0.0.1:8089",
            "127.0.0.1",
            "localhost.evil.example:8088",
            "",
            "192.168.0.7:8088",
            "127.0.0.1.evil.example:8088",
            "[::1]",
            ":8088",
            "127.0.0.1:8088:8088",
        ] {
            assert!(matches!(decide(&guard(None), host, "/"), Decision::Refuse(_)), "{host}");
        }
        let two = headers(&[(header::HOST, "127.0.0.1:8088"), (header::HOST, "evil.example")]);
        assert!(matches!(guard(None).decide(&two, &Uri::from_static("/")), Decision::Refuse(_)));
    }

    #[test]
    fn only_the_own_origin_may_talk() {
        let with = |origin| headers(&[(header::HOST, "localhost:8088"), (header::ORIGIN, origin)]);
        assert!(guard(None).allows_origin(&with("http://localhost:8088")));
        assert!(guard(None).allows_origin(&headers(&[(header::HOST, "localhost:8088")])));
        for origin in ["http://evil.example", "https://localhost:8088", "null", "http://localhost:8089", ""] {
            assert!(!guard(None).allows_origin(&with(origin)), "{origin}");
        }
    }

    #[test]
    fn a_token_is_demanded_and_becomes_a_cookie() {
        let guard = guard(Some("abc"));
        assert!(matches!(decide(&guard, "192.168.0.7:8088", "/"), Decision::Refuse(_)));
        assert!(matches!(decide(&guard, "192.168.0.7:8088", "/?token=abd"), Decision::Refuse(_)));
        assert!(matches!(decide(&guard, "192.168.0.7:8088", "/?token=abc"), Decision::TakeCookie(_)));
        assert!(matches!(decide(&guard, "evil.example:8088", "/?token=abc"), Decision::Refuse(_)));
        let known = headers(&[(header::HOST, "192.168.0.7:8088"), (header::COOKIE, "a=b; rocada_token=abc")]);
        assert_eq!(guard.decide(&known, &Uri::from_static("/")), Decision::Welcome);
    }
}
