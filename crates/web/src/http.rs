//! The page and the way to the conversation, over HTTP.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use tokio::sync::watch;

use crate::assets::{Asset, Assets};
use crate::guard::{Decision, Guard};
use crate::messages::Welcome;
use crate::orders::Services;
use crate::socket::{MOST_PGN_BYTES, converse};

/// Conversations at a time.
const MOST_TABS: usize = 200;

/// What the page may do: use its own files and talk to this server, nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
    media-src 'self'; manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// What the routes share.
pub(crate) struct Site {
    pub(crate) assets: Assets,
    pub(crate) guard: Guard,
    pub(crate) services: Arc<Services>,
    pub(crate) stop: watch::Receiver<bool>,
    tabs: AtomicUsize,
    numbers: AtomicU64,
}

impl Site {
    pub(crate) fn new(
        assets: Assets,
        guard: Guard,
        services: Arc<Services>,
        stop: watch::Receiver<bool>,
    ) -> Site {
        Site { assets, guard, services, stop, tabs: AtomicUsize::new(0), numbers: AtomicU64::new(1) }
    }
}

/// The routes of the server.
pub(crate) fn router(site: Arc<Site>) -> Router {
    Router::new()
        .route("/ws", any(open_socket))
        .fallback(page)
        .layer(from_fn_with_state(Arc::clone(&site), watch_the_door))
        .with_state(site)
}

/// Turns away whoever has no business here, and sends every answer with the headers that keep the page safe.
async fn watch_the_door(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let mut response = match site.guard.decide(request.headers(), request.uri()) {
        Decision::Welcome => next.run(request).await,
        Decision::Refuse(sentence) => plain(StatusCode::FORBIDDEN, sentence),
        Decision::TakeCookie(cookie) => take_cookie(&cookie),
    };
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn plain(status: StatusCode, sentence: &'static str) -> Response {
    (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], format!("{sentence}\n")).into_response()
}

fn take_cookie(cookie: &str) -> Response {
    let mut response = plain(StatusCode::SEE_OTHER, "Welcome.");
    response.headers_mut().insert(header::LOCATION, HeaderValue::from_static("/"));
    if let Ok(cookie) = HeaderValue::from_str(cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// A place among the tabs, given back when it is dropped.
struct Place(Arc<Site>);

impl Place {
    fn take(site: &Arc<Site>) -> Option<Place> {
        let there = site.tabs.fetch_add(1, Ordering::Relaxed);
        let place = Place(Arc::clone(site));
        (there < MOST_TABS).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.tabs.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn open_socket(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    if !site.guard.allows_origin(&headers) {
        return plain(StatusCode::FORBIDDEN, "Pages of other sites may not talk to this server.");
    }
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let Some(place) = Place::take(&site) else {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "Too many tabs are open: close some of them.");
    };
    let number = site.numbers.fetch_add(1, Ordering::Relaxed);
    let (services, stop) = (Arc::clone(&site.services), site.stop.clone());
    upgrade.max_message_size(MOST_PGN_BYTES).max_frame_size(MOST_PGN_BYTES).on_upgrade(
        move |socket| async move {
            converse(socket, services, number, stop).await;
            drop(place);
        },
    )
}

/// A file of the page; nothing but those in the list.
async fn page(State(site): State<Arc<Site>>, request: Request) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "This server only gives.");
    }
    match site.assets.get(request.uri().path()) {
        Some(asset) if request.uri().path() == "/" => first_page(asset, &site.services.welcome()),
        Some(asset) => file(asset, request.headers()),
        None => plain(StatusCode::NOT_FOUND, "There is nothing here."),
    }
}

/// Where in the page the welcome goes.
const WELCOME_PLACE: &str = "<!-- welcome -->";

/// The page with what the server offers, so that the first view need not wait for the connection.
fn first_page(asset: &Asset, welcome: &Welcome) -> Response {
    // As data inside a page nothing may look like the end of an element.
    let welcome = serde_json::to_string(welcome).unwrap_or_default().replace('<', "\\u003c");
    let element = format!(r#"<script type="application/json" id="welcome">{welcome}</script>"#);
    let text = String::from_utf8_lossy(&asset.bytes).replace(WELCOME_PLACE, &element);
    let headers = [(header::CONTENT_TYPE, asset.kind), (header::CACHE_CONTROL, "no-cache")];
    (headers, text).into_response()
}

fn file(asset: &Asset, headers: &HeaderMap) -> Response {
    let has = |name: header::HeaderName, wanted: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.is_some_and(|value| value.split(',').any(|part| part.trim().starts_with(wanted)))
    };
    let keep = if asset.is_immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let response = Response::builder()
        .header(header::CACHE_CONTROL, keep)
        .header(header::ETAG, &asset.tag)
        .header(header::VARY, "Accept-Encoding")
        .header(header::CONTENT_TYPE, asset.kind);
    let response = if has(header::IF_NONE_MATCH, &asset.tag) {
        response.status(StatusCode::NOT_MODIFIED).body(Body::empty())
    } else {
        match asset.gzip.filter(|_| has(header::ACCEPT_ENCODING, "gzip")) {
            Some(small) => response.header(header::CONTENT_ENCODING, "gzip").body(Body::from(small)),
            None => response.body(Body::from(asset.bytes.to_vec())),
        }
    };
    // The headers are all of this file's making.
    response.unwrap_or_else(|_| plain(StatusCode::INTERNAL_SERVER_ERROR, "The file cannot be sent."))
}
