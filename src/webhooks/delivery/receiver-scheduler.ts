/** Sends at once, of one process. */
export const SENDS_AT_ONCE = 64;
/** Of those, for receivers that do not answer well and soon: they can only ever wait behind each other. */
export const DOUBTFUL_AT_ONCE = 32;
/** Sends at once to one receiver. */
export const SENDS_A_RECEIVER = 8;
const SLOW_SENDS_A_RECEIVER = 4;
/** Claimed at most for one receiver, being sent or not: what it takes in a second, so that it never waits for the database. */
const CLAIMED_A_RECEIVER = 256;
/** Claimed at most in all: what a process keeps in memory, whatever is due. */
export const CLAIMED_AT_MOST = 1_024;
/** What was claimed longer ago is not begun any more: its lease must outlast the send. */
export const BEGIN_WITHIN_MS = 5_000;
/** A success that took no longer is that of a brisk receiver. */
const BRISK_MS = 500;
/** Receivers that are remembered while nothing is sent to them. */
const LANES_KEPT = 5_000;

/** How a send ended, for the lane's sake. A pause is what the receiver asked for (Retry-After). */
export interface LaneReport {
  succeeded: boolean;
  tookMs: number;
  pauseMs?: number | undefined;
}

interface Lane<Item> {
  receiver: string;
  /** Claims it may have: doubled by a success, one again after a failure. */
  window: number;
  brisk: boolean;
  sending: number;
  waiting: { item: Item; askedAtMs: number }[];
  pausedUntilMs: number;
}

/** Who sends next, and for whom more may be claimed. */
export interface Lanes<Item> {
  /** Receivers that have something due. */
  found(receivers: readonly string[]): void;
  /** Receivers known to have something due: not to be looked for again while there are many. */
  readonly hungry: number;
  /** How many deliveries to claim for each hungry receiver, given how many results still have to be written. */
  places(unwritten: number): Map<string, number>;
  /** What a claim of `places`, asked for at `askedAtMs`, brought. Whoever got less than it asked for has nothing more due. */
  claimed(asked: ReadonlyMap<string, number>, items: readonly Item[], askedAtMs: number): void;
  /** The next to send, taking turns between receivers; undefined when none waits or may be sent now. */
  next(): Item | undefined;
  /** A send is over. Answers claims that are to be given back because the receiver turned out slow or failing. */
  ended(receiver: string, report: LaneReport): Item[];
  /** Takes away and answers everything that was not begun. */
  drain(): Item[];
}

/**
 * One lane a receiver, so that nobody waits behind a receiver that hangs or fails. A receiver begins with one delivery at a
 * time; every success doubles what may be claimed for it, a failure puts it back to one. Receivers that are not brisk share
 * half of the sends; the others have the rest to themselves, and those take turns.
 */
export function createLanes<Item extends { receiver: string }>(nowMs: () => number = () => performance.now()): Lanes<Item> {
  // In order of their last turn: the first are those idle for longest.
  const lanes = new Map<string, Lane<Item>>();
  const hungry = new Set<Lane<Item>>();
  const ready = new Set<Lane<Item>>();
  let sending = 0;
  let claimed = 0;
  let doubtful = 0;

  const held = (lane: Lane<Item>): number => lane.sending + lane.waiting.length;
  const atOnce = (lane: Lane<Item>): number => Math.min(lane.window, SENDS_A_RECEIVER);

  function laneOf(receiver: string): Lane<Item> {
    const lane = lanes.get(receiver) ?? { receiver, window: 1, brisk: false, sending: 0, waiting: [], pausedUntilMs: 0 };
    lanes.delete(receiver);
    lanes.set(receiver, lane);
    for (const idle of lanes.values()) {
      if (lanes.size <= LANES_KEPT) break;
      if (held(idle) === 0 && idle !== lane) forget(idle);
    }
    return lane;
  }

  function forget(lane: Lane<Item>): void {
    lanes.delete(lane.receiver);
    hungry.delete(lane);
  }

  /** Every change of what a lane holds or is goes through here, so that the totals are right. */
  function change(lane: Lane<Item>, apply: () => void): void {
    const before = held(lane);
    if (!lane.brisk) doubtful -= before;
    apply();
    const after = held(lane);
    if (!lane.brisk) doubtful += after;
    claimed += after - before;
    if (lane.waiting.length > 0) ready.add(lane);
    else ready.delete(lane);
  }

  function giveBack(lane: Lane<Item>, keep: number): Item[] {
    return lane.waiting.splice(Math.max(0, keep)).map(({ item }) => item);
  }

  return {
    found(receivers) {
      for (const receiver of receivers) hungry.add(laneOf(receiver));
    },
    get hungry() {
      return hungry.size;
    },
    places(unwritten) {
      const asked = new Map<string, number>();
      let room = CLAIMED_AT_MOST - claimed - unwritten;
      let doubtfulRoom = DOUBTFUL_AT_ONCE - doubtful;
      for (const lane of hungry) {
        if (lane.pausedUntilMs > nowMs()) continue;
        const wanted = lane.window - held(lane);
        const places = Math.min(wanted, room, lane.brisk ? wanted : doubtfulRoom);
        // A claim that brings one or two to a receiver that has work is a round trip for nothing.
        if (places <= 0 || (lane.waiting.length > 0 && wanted < lane.window / 2)) continue;
        asked.set(lane.receiver, places);
        room -= places;
        if (!lane.brisk) doubtfulRoom -= places;
      }
      return asked;
    },
    claimed(asked, items, askedAtMs) {
      for (const [receiver, places] of asked) {
        const lane = laneOf(receiver);
        const got = items.filter((item) => item.receiver === receiver);
        change(lane, () => lane.waiting.push(...got.map((item) => ({ item, askedAtMs }))));
        hungry.delete(lane);
        // To the end: who asks first takes turns too.
        if (got.length >= places) hungry.add(lane);
      }
    },
    next() {
      if (sending >= SENDS_AT_ONCE) return undefined;
      const now = nowMs();
      for (const lane of ready) {
        if (lane.sending >= atOnce(lane) || lane.pausedUntilMs > now) continue;
        ready.delete(lane);
        let next: Item | undefined;
        change(lane, () => {
          while (!next && lane.waiting.length > 0) {
            const first = lane.waiting.shift();
            if (first && now - first.askedAtMs < BEGIN_WITHIN_MS) next = first.item;
          }
          if (next) lane.sending += 1;
        });
        if (!next) continue;
        sending += 1;
        return next;
      }
      return undefined;
    },
    ended(receiver, { succeeded, tookMs, pauseMs }) {
      const lane = laneOf(receiver);
      let returned: Item[] = [];
      sending -= 1;
      change(lane, () => {
        lane.sending -= 1;
        lane.brisk = succeeded && tookMs <= BRISK_MS;
        lane.window = succeeded ? Math.min(lane.window * 2, lane.brisk ? takenInASecond(tookMs) : SLOW_SENDS_A_RECEIVER) : 1;
        if (pauseMs) lane.pausedUntilMs = nowMs() + pauseMs;
        returned = giveBack(lane, pauseMs ? 0 : lane.window - lane.sending);
      });
      if (returned.length > 0) hungry.add(lane);
      return returned;
    },
    drain() {
      const all: Item[] = [];
      for (const lane of ready) change(lane, () => all.push(...giveBack(lane, 0)));
      return all;
    },
  };
}

function takenInASecond(tookMs: number): number {
  return Math.min(CLAIMED_A_RECEIVER, Math.ceil((SENDS_A_RECEIVER * 1_000) / Math.max(1, tookMs)));
}
