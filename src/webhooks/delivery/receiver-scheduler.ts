export const SENDS_AT_ONCE = 64;
/** For receivers on probation, which failed or were slow: they only wait behind each other. */
export const PROBATION_AT_ONCE = 32;
export const SENDS_A_RECEIVER = 8;
const SLOW_SENDS_A_RECEIVER = 4;
/** Of one receiver: what it takes in a second, so that it never waits for the database. */
const CLAIMED_A_RECEIVER = 256;
export const CLAIMED_AT_MOST = 1_024;
/** Claims older than this are not begun: their lease must outlast the send. */
export const BEGIN_WITHIN_MS = 5_000;
const HEALTHY_MS = 500;
const RECEIVERS_KEPT = 5_000;

/** `pauseMs` is from Retry-After. */
export interface SendReport {
  succeeded: boolean;
  tookMs: number;
  pauseMs?: number | undefined;
}

interface ReceiverState<Item> {
  receiver: string;
  /** Claims it may have: doubled by a success, 1 after a failure. */
  window: number;
  /** Its last send succeeded, and soon. Otherwise it is on probation. */
  isHealthy: boolean;
  sending: number;
  waiting: { item: Item; askedAtMs: number }[];
  pausedUntilMs: number;
}

export interface ReceiverScheduler<Item> {
  found(receivers: readonly string[]): void;
  readonly backlogged: number;
  /** How many deliveries to claim for each backlogged receiver. */
  slots(unwritten: number): Map<string, number>;
  /** The result of a claim of `slots`. A receiver with fewer than asked has nothing more due. */
  claimed(asked: ReadonlyMap<string, number>, items: readonly Item[], askedAtMs: number): void;
  /** Receivers take turns. Undefined when none may send now. */
  next(): Item | undefined;
  /** Returns claims to give back, because the receiver failed or is slow. */
  ended(receiver: string, report: SendReport): Item[];
  drain(): Item[];
}

/**
 * Nobody waits behind a receiver that hangs or fails. A success doubles what may be claimed for a receiver, a failure resets it
 * to 1. Receivers on probation share half of the sends.
 */
export function createReceiverScheduler<Item extends { receiver: string }>(
  nowMs: () => number = () => performance.now(),
): ReceiverScheduler<Item> {
  const states = new Map<string, ReceiverState<Item>>();
  const backlogged = new Set<ReceiverState<Item>>();
  const ready = new Set<ReceiverState<Item>>();
  let sending = 0;
  let claimed = 0;
  let onProbation = 0;

  const held = (state: ReceiverState<Item>): number => state.sending + state.waiting.length;
  const atOnce = (state: ReceiverState<Item>): number => Math.min(state.window, SENDS_A_RECEIVER);

  function stateOf(receiver: string): ReceiverState<Item> {
    const state = states.get(receiver) ?? { receiver, window: 1, isHealthy: false, sending: 0, waiting: [], pausedUntilMs: 0 };
    states.delete(receiver);
    states.set(receiver, state);
    for (const idle of states.values()) {
      if (states.size <= RECEIVERS_KEPT) break;
      if (held(idle) === 0 && idle !== state) forget(idle);
    }
    return state;
  }

  function forget(state: ReceiverState<Item>): void {
    states.delete(state.receiver);
    backlogged.delete(state);
  }

  /** Every change goes through here, so that the totals are right. */
  function change(state: ReceiverState<Item>, apply: () => void): void {
    const before = held(state);
    if (!state.isHealthy) onProbation -= before;
    apply();
    const after = held(state);
    if (!state.isHealthy) onProbation += after;
    claimed += after - before;
    if (state.waiting.length > 0) ready.add(state);
    else ready.delete(state);
  }

  function giveBack(state: ReceiverState<Item>, keep: number): Item[] {
    return state.waiting.splice(Math.max(0, keep)).map(({ item }) => item);
  }

  return {
    found(receivers) {
      for (const receiver of receivers) backlogged.add(stateOf(receiver));
    },
    get backlogged() {
      return backlogged.size;
    },
    slots(unwritten) {
      const asked = new Map<string, number>();
      let room = CLAIMED_AT_MOST - claimed - unwritten;
      let probationRoom = PROBATION_AT_ONCE - onProbation;
      for (const state of backlogged) {
        if (state.pausedUntilMs > nowMs()) continue;
        const wanted = state.window - held(state);
        const slots = Math.min(wanted, room, state.isHealthy ? wanted : probationRoom);
        // A round trip for one or two deliveries is not worth it while the receiver has work.
        if (slots <= 0 || (state.waiting.length > 0 && wanted < state.window / 2)) continue;
        asked.set(state.receiver, slots);
        room -= slots;
        if (!state.isHealthy) probationRoom -= slots;
      }
      return asked;
    },
    claimed(asked, items, askedAtMs) {
      for (const [receiver, slots] of asked) {
        const state = stateOf(receiver);
        const got = items.filter((item) => item.receiver === receiver);
        change(state, () => state.waiting.push(...got.map((item) => ({ item, askedAtMs }))));
        backlogged.delete(state);
        if (got.length >= slots) backlogged.add(state);
      }
    },
    next() {
      if (sending >= SENDS_AT_ONCE) return undefined;
      const now = nowMs();
      for (const state of ready) {
        if (state.sending >= atOnce(state) || state.pausedUntilMs > now) continue;
        ready.delete(state);
        let next: Item | undefined;
        change(state, () => {
          while (!next && state.waiting.length > 0) {
            const first = state.waiting.shift();
            if (first && now - first.askedAtMs < BEGIN_WITHIN_MS) next = first.item;
          }
          if (next) state.sending += 1;
        });
        if (!next) continue;
        sending += 1;
        return next;
      }
      return undefined;
    },
    ended(receiver, { succeeded, tookMs, pauseMs }) {
      const state = stateOf(receiver);
      let returned: Item[] = [];
      sending -= 1;
      change(state, () => {
        state.sending -= 1;
        state.isHealthy = succeeded && tookMs <= HEALTHY_MS;
        state.window = succeeded
          ? Math.min(state.window * 2, state.isHealthy ? takenInASecond(tookMs) : SLOW_SENDS_A_RECEIVER)
          : 1;
        if (pauseMs) state.pausedUntilMs = nowMs() + pauseMs;
        returned = giveBack(state, pauseMs ? 0 : state.window - state.sending);
      });
      if (returned.length > 0) backlogged.add(state);
      return returned;
    },
    drain() {
      const all: Item[] = [];
      for (const state of ready) change(state, () => all.push(...giveBack(state, 0)));
      return all;
    },
  };
}

function takenInASecond(tookMs: number): number {
  return Math.min(CLAIMED_A_RECEIVER, Math.ceil((SENDS_A_RECEIVER * 1_000) / Math.max(1, tookMs)));
}
