//! What a tab wants, and what it gets. One tab at a time; whatever takes long comes back by itself.

use std::collections::HashSet;
use std::sync::Arc;

use rocada_engine::Evaluations;
use rocada_rules::{AnyPosition, Tolerance};
use tokio::sync::watch;

use crate::analysis::{Analyst, MOST_LINES, Working};
use crate::explain::explanation;
use crate::games::Games;
use crate::messages::{AnalysisView, Answer, Order, Place, Request, ServerMessage, VariantName, Welcome};
use crate::opponents;
use crate::outbox::Outbox;
use crate::pgn;
use crate::view::{position_at, position_view};

/// Everything that tabs share.
pub(crate) struct Services {
    pub(crate) games: Games,
    pub(crate) analyst: Analyst,
    pub(crate) evaluations: Evaluations,
}

impl Services {
    /// What there is to choose from.
    pub(crate) fn welcome(&self) -> Welcome {
        Welcome {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            opponents: opponents::all(&self.games.house.archive.adaptive()),
            most_lines: MOST_LINES,
            judge: self.evaluations.to_string(),
        }
    }
}

/// A tab of a browser.
pub(crate) struct Tab {
    services: Arc<Services>,
    outbox: Outbox,
    /// The newest view of the analysis.
    board: watch::Sender<Option<AnalysisView>>,
    analysis: Option<Working>,
    graph: Option<Working>,
    rooms: HashSet<String>,
}

impl Drop for Tab {
    fn drop(&mut self) {
        for id in &self.rooms {
            if let Ok(room) = self.services.games.room(id) {
                room.leave(self.outbox.tab);
            }
        }
    }
}

impl Tab {
    pub(crate) fn new(
        services: Arc<Services>,
        outbox: Outbox,
        board: watch::Sender<Option<AnalysisView>>,
    ) -> Tab {
        Tab { services, outbox, board, analysis: None, graph: None, rooms: HashSet::new() }
    }

    /// Does what is wanted; the reply goes to the outbox, now or later.
    pub(crate) fn handle(&mut self, request: Request) {
        let Request { id, order } = request;
        match order {
            Order::Hint { game } => self.hint(id, &game),
            Order::ReadPgn { text, game } => self.work(id, move || pgn::read(&text, game)),
            Order::WritePgn { tree } => self.work(id, move || pgn::write(&tree)),
            order => {
                let answer = self.answer(order);
                reply(&self.outbox, id, answer);
            }
        }
    }

    /// Computes the answer where it holds up nobody.
    fn work(&self, id: u32, compute: impl FnOnce() -> Result<Answer, String> + Send + 'static) {
        let outbox = self.outbox.clone();
        tokio::spawn(async move {
            let failed = |_| Err("This could not be done: please report it as a bug.".to_owned());
            let answer = tokio::task::spawn_blocking(compute).await.unwrap_or_else(failed);
            reply(&outbox, id, answer);
        });
    }

    fn hint(&self, id: u32, game: &str) {
        let outbox = self.outbox.clone();
        match self.services.games.room(game) {
            Ok(room) => {
                tokio::spawn(async move { reply(&outbox, id, room.hint().await) });
            }
            Err(error) => reply(&outbox, id, Err(error)),
        }
    }

    fn answer(&mut self, order: Order) -> Result<Answer, String> {
        let services = Arc::clone(&self.services);
        let games = &services.games;
        let tab = self.outbox.tab;
        let game = match order {
            Order::NewGame(wish) => games.begin(&wish, &self.outbox)?,
            Order::OpenGame { game } => games.room(&game)?.enter(&self.outbox),
            Order::Rematch { game } => games.rematch(&game, &self.outbox)?,
            Order::Move { game, text, ply } => games.room(&game)?.play(&text, ply, tab)?,
            Order::TakeBack { game } => games.room(&game)?.take_back(tab)?,
            Order::OfferDraw { game } => games.room(&game)?.offer_draw(tab)?,
            Order::Resign { game } => games.room(&game)?.resign(tab)?,
            other => return self.answer_other(other),
        };
        self.rooms.insert(game.id.clone());
        Ok(Answer::Game(Box::new(game)))
    }

    fn answer_other(&mut self, order: Order) -> Result<Answer, String> {
        match order {
            Order::Hello => Ok(Answer::Welcome(self.services.welcome())),
            Order::Position(place) => Ok(Answer::Position(Box::new(position_view(&position_at(&place)?)))),
            Order::ValidateFen { variant, fen } => Ok(validation(variant, &fen)),
            Order::CloseGame { game } => {
                if self.rooms.remove(&game) {
                    self.services.games.room(&game)?.leave(self.outbox.tab);
                }
                Ok(Answer::Done)
            }
            Order::Games => Ok(Answer::Games { games: self.services.games.list() }),
            Order::StartAnalysis { place, lines, threat } => self.start_analysis(&place, lines, threat),
            Order::StopAnalysis => {
                self.analysis = None;
                Ok(Answer::Done)
            }
            Order::StartGraph { place } => {
                self.graph = None;
                let game = position_at(&place)?;
                let (graph, points, working) = self.services.analyst.graph(&game, self.outbox.clone());
                self.graph = Some(working);
                Ok(Answer::Graph { graph, points })
            }
            Order::StopGraph => {
                self.graph = None;
                Ok(Answer::Done)
            }
            Order::Explain(place) => {
                let view = explanation(&position_at(&place)?, &self.services.evaluations);
                Ok(Answer::Explanation(Box::new(view)))
            }
            Order::GamePgn { game } => {
                let room = self.services.games.room(&game)?;
                Ok(Answer::PgnText { text: room.with(|game| game.pgn()) })
            }
            _ => Err("This order is answered elsewhere.".to_owned()),
        }
    }

    fn start_analysis(&mut self, place: &Place, lines: u32, threat: bool) -> Result<Answer, String> {
        self.analysis = None;
        let mut position = position_at(place)?;
        if threat {
            let no_threat = "There is no threat to show: the side to move cannot pass in check.";
            position = position.passed().ok_or(no_threat)?;
        }
        let (view, working) = self.services.analyst.analyse(position, lines, self.board.clone());
        self.analysis = working;
        Ok(Answer::Analysis(view))
    }
}

fn reply(outbox: &Outbox, id: u32, answer: Result<Answer, String>) {
    outbox.send(match answer {
        Ok(answer) => ServerMessage::Reply { id, answer },
        Err(error) => ServerMessage::Error { id: Some(id), error },
    });
}

fn validation(variant: VariantName, fen: &str) -> Answer {
    match AnyPosition::from_fen(variant.into(), fen, Tolerance::Repair) {
        Ok(position) => {
            Answer::Validation { position: Some(Box::new(position_view(&position))), problem: None }
        }
        Err(error) => Answer::Validation { position: None, problem: Some(error.to_string()) },
    }
}
