//! Looking ahead: a small alpha-beta search that knows only the moves that are seen and believes its own judgement.
//!
//! It counts plies and positions, never time, so that a level is the same on every machine. Mates are never invented and
//! never hidden: whether a position is mate is asked of the rules, not of attention.

use rocada_eval::classical::Game;
use rocada_rules::{ExchangeValues, Move, MoveList, Noisy, Position, Role, Square};

use super::attention::Attention;
use super::judgement::Judgement;
use super::skill::Skill;
use crate::opponent::Judged;

const MATE: i32 = 30_000;
/// Beyond this a score is a mate.
const LEAST_MATE: i32 = MATE - 1_000;
const INFINITE: i32 = 32_000;
const MAX_PLY: usize = 64;

/// What exchanges are counted with.
const VALUES: ExchangeValues = [100, 320, 330, 500, 950, 20_000];

/// What was found.
pub(super) struct Found {
    pub(super) best: Move,
    pub(super) score: Judged,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) line: Vec<Move>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    Lower,
    Upper,
}

/// What is remembered of a position.
#[derive(Clone, Copy)]
struct Memory {
    key: u64,
    best: Option<Move>,
    score: i32,
    depth: i32,
    bound: Bound,
}

const NOTHING: Memory = Memory { key: 0, best: None, score: 0, depth: -1, bound: Bound::Upper };

/// The head of somebody who thinks about one move.
pub(super) struct Lookahead {
    attention: Attention,
    judgement: Judgement,
    captures: i32,
    budget: u64,
    nodes: u64,
    memory: Vec<Memory>,
    killers: [[Option<Move>; 2]; MAX_PLY + 1],
    history: Vec<i32>,
    /// The best line from each ply on.
    lines: Vec<Vec<Move>>,
}

/// A node's window and place in the tree.
#[derive(Clone, Copy)]
struct Node {
    depth: i32,
    ply: usize,
    alpha: i32,
    beta: i32,
    /// Where the last move went: whoever captured there may be recaptured.
    last_to: Option<Square>,
    /// May the turn be passed here?
    may_pass: bool,
}

impl Lookahead {
    pub(super) fn new(skill: &Skill, attention: Attention, judgement: Judgement) -> Lookahead {
        let budget = skill.nodes.max(1.0) as u64;
        let places = (budget as usize).next_power_of_two().clamp(1 << 10, 1 << 18);
        Lookahead {
            attention,
            judgement,
            captures: skill.captures as i32,
            budget,
            nodes: 0,
            memory: vec![NOTHING; places],
            killers: [[None; 2]; MAX_PLY + 1],
            history: vec![0; 2 * 6 * 64],
            lines: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// The best move that is seen, by looking further and further until the depth or the head is full. If no move is seen
    /// at all, people look again and see them all.
    pub(super) fn best<R: Game>(
        &mut self,
        position: &mut Position<R>,
        depth: u32,
        last_to: Option<Square>,
    ) -> Option<Found> {
        let legal = position.legal_moves();
        let mut moves = legal.clone();
        moves.retain(|mv| self.attention.sees(position, mv, last_to));
        if moves.is_empty() {
            moves = legal;
        }
        self.order(position, &mut moves, None, 0);
        let mut found: Option<Found> = None;
        for now in 1..=depth.max(1) {
            let finished = self.iteration(position, &mut moves, now, &mut found);
            let decided = found.as_ref().is_some_and(|found| matches!(found.score, Judged::Mate(_)));
            if !finished || moves.len() == 1 || decided && now > 4 {
                break;
            }
        }
        if let Some(found) = &mut found {
            found.nodes = self.nodes;
        }
        found
    }

    /// Looks `depth` plies ahead. The best move so far comes first, so that a search that breaks off loses nothing.
    fn iteration<R: Game>(
        &mut self,
        position: &mut Position<R>,
        moves: &mut MoveList,
        depth: u32,
        found: &mut Option<Found>,
    ) -> bool {
        let (mut best, mut alpha) = (0, -INFINITE);
        for index in 0..moves.len() {
            let mv = moves[index];
            let node =
                Node { depth: depth as i32, ply: 0, alpha, beta: INFINITE, last_to: None, may_pass: true };
            let score = self.after(position, mv, node, 0);
            if self.is_full() && depth > 1 {
                moves[..=best].rotate_right(1);
                return false;
            }
            if score > alpha {
                (alpha, best) = (score, index);
                let mut line = vec![mv];
                line.extend(self.lines[1].iter().copied());
                *found = Some(Found { best: mv, score: judged(score), depth, nodes: self.nodes, line });
            }
        }
        moves[..=best].rotate_right(1);
        true
    }

    /// Is the head full? The first ply is always thought to its end.
    fn is_full(&self) -> bool {
        self.nodes >= self.budget
    }

    /// What a move is worth to the side that plays it.
    fn after<R: Game>(&mut self, position: &mut Position<R>, mv: Move, node: Node, reduction: i32) -> i32 {
        position.play(mv);
        let extension = i32::from(position.in_check() && node.depth >= 2);
        let child = Node {
            depth: node.depth - 1 + extension - reduction,
            ply: node.ply + 1,
            alpha: -node.beta,
            beta: -node.alpha,
            last_to: Some(mv.to()),
            may_pass: true,
        };
        let score = -self.search(position, child);
        position.unmake(mv);
        score
    }

    fn search<R: Game>(&mut self, position: &mut Position<R>, node: Node) -> i32 {
        self.lines[node.ply].clear();
        if position.is_repetition(node.ply) || (!R::DROPS && position.halfmove_clock() >= 100) {
            return 0;
        }
        if node.depth <= 0 || node.ply >= MAX_PLY {
            return self.captures(position, node, self.captures);
        }
        self.nodes += 1;
        let remembered = self.recall(position.key());
        if let Some(score) = remembered.and_then(|memory| usable(&memory, node)) {
            return score;
        }
        if let Some(score) = self.pass(position, node) {
            return score;
        }
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return if position.in_check() { node.ply as i32 - MATE } else { 0 };
        }
        self.order(position, &mut moves, remembered.and_then(|memory| memory.best), node.ply);
        self.try_moves(position, &moves, node)
    }

    /// Tries all moves that are seen. Who sees none believes what the position looks like.
    fn try_moves<R: Game>(&mut self, position: &mut Position<R>, moves: &[Move], node: Node) -> i32 {
        let (mut best, mut best_move, mut alpha) = (-INFINITE, None, node.alpha);
        let mut tried = 0;
        for &mv in moves {
            if !self.attention.sees(position, mv, node.last_to) {
                continue;
            }
            tried += 1;
            let window = Node { alpha, ..node };
            let score = self.one_move(position, mv, window, tried);
            if score > best {
                (best, best_move) = (score, Some(mv));
                if score > alpha {
                    alpha = score;
                    self.extend_line(node.ply, mv);
                }
            }
            if alpha >= node.beta {
                self.praise(position, mv, node);
                break;
            }
            if self.is_full() {
                break;
            }
        }
        if tried == 0 {
            return self.judgement.value(position);
        }
        let bound = match best {
            _ if best >= node.beta => Bound::Lower,
            _ if best > node.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        if !self.is_full() {
            self.remember(Memory {
                key: position.key(),
                best: best_move,
                score: best,
                depth: node.depth,
                bound,
            });
        }
        best
    }

    /// One move: late quiet ones less deep first, all but the first with an empty window.
    fn one_move<R: Game>(&mut self, position: &mut Position<R>, mv: Move, node: Node, number: i32) -> i32 {
        if number == 1 {
            return self.after(position, mv, node, 0);
        }
        let late = node.depth >= 3 && number > 4 && mv.is_quiet() && !position.in_check();
        let reduction = if late { 1 + i32::from(number > 12) } else { 0 };
        let narrow = Node { beta: node.alpha + 1, ..node };
        let mut score = self.after(position, mv, narrow, reduction);
        if score > node.alpha && reduction > 0 {
            score = self.after(position, mv, narrow, 0);
        }
        if score > node.alpha && score < node.beta {
            score = self.after(position, mv, node, 0);
        }
        score
    }

    /// Who is so well off that even a pass holds the score need not look further. Not with pawns alone, where having to
    /// move can be the trouble.
    fn pass<R: Game>(&mut self, position: &mut Position<R>, node: Node) -> Option<i32> {
        let ready = node.may_pass && node.depth >= 3 && node.beta < LEAST_MATE && node.beta == node.alpha + 1;
        if !ready || position.in_check() || position.non_pawns(position.turn()).is_empty() {
            return None;
        }
        if self.judgement.value(position) < node.beta {
            return None;
        }
        position.make_null();
        let child = Node {
            depth: node.depth - 3,
            ply: node.ply + 1,
            alpha: -node.beta,
            beta: 1 - node.beta,
            last_to: None,
            may_pass: false,
        };
        let score = -self.search(position, child);
        position.unmake_null();
        (score >= node.beta).then_some(score.min(LEAST_MATE))
    }

    /// Follows captures until the board is quiet, or until `left` of them were followed.
    fn captures<R: Game>(&mut self, position: &mut Position<R>, node: Node, left: i32) -> i32 {
        self.lines[node.ply].clear();
        self.nodes += 1;
        if position.in_check() && !position.has_legal_move() {
            return node.ply as i32 - MATE;
        }
        let mut best = self.judgement.value(position);
        if left <= 0 || best >= node.beta || node.ply >= MAX_PLY {
            return best;
        }
        let mut alpha = node.alpha.max(best);
        let mut moves = MoveList::new();
        position.generate::<Noisy, _>(&mut moves);
        self.order(position, &mut moves, None, node.ply);
        for &mv in &moves {
            if !position.see_at_least(mv, 0, &VALUES) || !self.attention.sees(position, mv, node.last_to) {
                continue;
            }
            position.play(mv);
            let child =
                Node { ply: node.ply + 1, alpha: -node.beta, beta: -alpha, last_to: Some(mv.to()), ..node };
            let score = -self.captures(position, child, left - 1);
            position.unmake(mv);
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.extend_line(node.ply, mv);
            }
            if alpha >= node.beta {
                break;
            }
        }
        best
    }

    fn extend_line(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(mv);
        head[ply].extend_from_slice(&tail[0]);
    }

    fn recall(&self, key: u64) -> Option<Memory> {
        let memory = self.memory[key as usize & (self.memory.len() - 1)];
        (memory.key == key && memory.depth >= 0).then_some(memory)
    }

    fn remember(&mut self, memory: Memory) {
        // A mate's distance belongs to the path that led to it.
        if memory.score.abs() < LEAST_MATE {
            let place = memory.key as usize & (self.memory.len() - 1);
            self.memory[place] = memory;
        }
    }

    /// A move that refuted is tried early next time.
    fn praise<R: Game>(&mut self, position: &Position<R>, mv: Move, node: Node) {
        if mv.is_noisy() {
            return;
        }
        let killers = &mut self.killers[node.ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let place = history_index(position, mv);
        self.history[place] = (self.history[place] + node.depth * node.depth).min(4_000);
    }

    fn order<R: Game>(&self, position: &Position<R>, moves: &mut MoveList, first: Option<Move>, ply: usize) {
        let killers = self.killers[ply.min(MAX_PLY)];
        moves.sort_by_cached_key(|&mv| {
            let promise = if Some(mv) == first {
                100_000
            } else if mv.is_noisy() {
                10_000 + gain(position, mv)
            } else if killers.contains(&Some(mv)) {
                9_000
            } else {
                self.history[history_index(position, mv)]
            };
            -promise
        });
    }
}

/// What is remembered, if it settles this node.
fn usable(memory: &Memory, node: Node) -> Option<i32> {
    let settles = match memory.bound {
        Bound::Exact => true,
        Bound::Lower => memory.score >= node.beta,
        Bound::Upper => memory.score <= node.alpha,
    };
    (settles && memory.depth >= node.depth && node.beta == node.alpha + 1).then_some(memory.score)
}

/// Big victims of small hunters first.
fn gain<R: Game>(position: &Position<R>, mv: Move) -> i32 {
    let worth = |role: Role| VALUES[role.index()].min(1_000);
    let victim = if mv.is_capture() { position.role_at(mv.to()).unwrap_or(Role::Pawn) } else { Role::Pawn };
    let hunter = position.role_at(mv.from()).map_or(0, worth);
    let promoted = mv.promotion().map_or(0, worth);
    8 * worth(victim) - hunter + 8 * promoted
}

fn history_index<R: Game>(position: &Position<R>, mv: Move) -> usize {
    let role = mv.drop_role().or_else(|| position.role_at(mv.from())).unwrap_or(Role::Pawn);
    (position.turn().index() * 6 + role.index()) * 64 + mv.to().index()
}

fn judged(score: i32) -> Judged {
    if score.abs() < LEAST_MATE {
        return Judged::Centipawns(score);
    }
    let moves = (MATE - score.abs() + 1) / 2;
    Judged::Mate(if score > 0 { moves } else { -moves })
}
