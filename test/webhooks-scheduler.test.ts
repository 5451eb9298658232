import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BEGIN_WITHIN_MS,
  CLAIMED_AT_MOST,
  createReceiverScheduler,
  PROBATION_AT_ONCE,
  SENDS_A_RECEIVER,
  SENDS_AT_ONCE,
  type ReceiverScheduler,
} from '../src/webhooks/delivery/receiver-scheduler.js';

interface Item {
  receiver: string;
  n: number;
}

const HEALTHY = { succeeded: true, tookMs: 5 };
const SLOW = { succeeded: true, tookMs: 3_000 };
const FAILED = { succeeded: false, tookMs: 5 };

function stage(due: Record<string, number>) {
  const clock = { nowMs: 0 };
  const scheduler: ReceiverScheduler<Item> = createReceiverScheduler(() => clock.nowMs);
  const left = new Map(Object.entries(due));
  let n = 0;
  return {
    clock,
    scheduler,
    claim(): Item[] {
      scheduler.found([...left.keys()].filter((receiver) => (left.get(receiver) ?? 0) > 0));
      const slots = scheduler.slots(0);
      const items = [...slots].flatMap(([receiver, asked]) => {
        const given = Math.min(asked, left.get(receiver) ?? 0);
        left.set(receiver, (left.get(receiver) ?? 0) - given);
        return Array.from({ length: given }, () => ({ receiver, n: n++ }));
      });
      scheduler.claimed(slots, items, clock.nowMs);
      return items;
    },
    begin(): Item[] {
      const begun: Item[] = [];
      for (let item = scheduler.next(); item; item = scheduler.next()) begun.push(item);
      return begun;
    },
  };
}

/** Proves every receiver: claims sent and taken, each as `report` says, and nothing left of them. */
function warmUp({ scheduler, claim, begin }: ReturnType<typeof stage>, report = HEALTHY): void {
  for (let i = 0; i < 10; i++) {
    claim();
    for (let begun = begin(); begun.length > 0; begun = begin())
      for (const { receiver } of begun) scheduler.ended(receiver, report);
  }
}

const count = (items: Item[], receiver: string): number => items.filter((item) => item.receiver === receiver).length;

describe('a receiver', () => {
  it('begins with one delivery at a time, however many are due', () => {
    const { claim, begin } = stage({ a: 1_000 });
    expect(claim()).toHaveLength(1);
    expect(begin()).toHaveLength(1);
    expect(claim()).toHaveLength(0);
  });

  it.each([
    [1, 256],
    [5, 256],
    [100, 80],
    [500, 16],
  ])("widens with every success in %i ms up to eight sends at once and %i claims, a second's worth", (tookMs, claims) => {
    const on = stage({ a: 10_000 });
    warmUp(on, { succeeded: true, tookMs });
    expect(on.claim()).toHaveLength(claims);
    expect(on.begin()).toHaveLength(SENDS_A_RECEIVER);
  });

  it('gives a slow receiver four sends at once and claims nothing ahead', () => {
    const on = stage({ a: 10_000 });
    warmUp(on, SLOW);
    expect(on.claim()).toHaveLength(4);
    expect(on.begin()).toHaveLength(4);
    expect(on.claim()).toHaveLength(0);
  });

  it('narrows to one at a failure, and gives back what was claimed ahead', () => {
    const on = stage({ a: 10_000 });
    warmUp(on);
    const claimed = on.claim();
    const begun = on.begin();
    const [first] = begun;
    const returned = on.scheduler.ended(first?.receiver ?? '', FAILED);
    expect(returned.map(({ n }) => n)).toEqual(claimed.slice(begun.length).map(({ n }) => n));
    expect(on.begin()).toEqual([]);
    for (let i = 1; i < begun.length; i++) on.scheduler.ended('a', FAILED);
    expect(on.claim()).toHaveLength(1);
  });

  it('rests for as long as the receiver asked', () => {
    const on = stage({ a: 100, b: 100 });
    on.claim();
    on.begin();
    on.scheduler.ended('a', { ...FAILED, pauseMs: 60_000 });
    on.scheduler.ended('b', HEALTHY);
    expect(count(on.claim(), 'a')).toBe(0);
    on.clock.nowMs = 60_000;
    expect(count(on.claim(), 'a')).toBe(1);
  });

  it('does not begin what was claimed too long ago: its lease would end while it is sent', () => {
    const on = stage({ a: 10_000 });
    warmUp(on);
    on.claim();
    on.clock.nowMs = BEGIN_WITHIN_MS;
    expect(on.begin()).toEqual([]);
    expect(on.claim()).toHaveLength(256);
    expect(on.begin()).toHaveLength(SENDS_A_RECEIVER);
  });
});

describe('receivers', () => {
  it('take turns', () => {
    const on = stage({ a: 100_000, b: 100_000, c: 100_000 });
    warmUp(on);
    on.claim();
    expect(
      on
        .begin()
        .slice(0, 6)
        .map(({ receiver }) => receiver)
        .sort(),
    ).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
  });

  it('are not kept waiting by others that hang, be they ever so many', () => {
    const hanging = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`hangs-${i}`, 100_000]));
    const on = stage({ ...hanging, healthy: 1_000 });
    on.scheduler.found(['healthy']);
    const slots = on.scheduler.slots(0);
    on.scheduler.claimed(slots, [{ receiver: 'healthy', n: -1 }], 0);
    on.begin();
    on.scheduler.ended('healthy', HEALTHY);

    for (let i = 0; i < 20; i++) {
      on.claim();
      const begun = on.begin();
      expect(count(begun, 'healthy')).toBeGreaterThan(0);
      for (const { receiver } of begun) if (receiver === 'healthy') on.scheduler.ended('healthy', HEALTHY);
    }
  });

  it('that are unknown share half of the sends', () => {
    const on = stage(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`new-${i}`, 10])));
    expect(on.claim()).toHaveLength(PROBATION_AT_ONCE);
    expect(on.begin()).toHaveLength(PROBATION_AT_ONCE);
    expect(on.claim()).toHaveLength(0);
  });

  it('never hold more than their share, whatever happens', () => {
    const event = fc.record({
      what: fc.constantFrom('claim', 'begin', 'end', 'end', 'end', 'wait', 'drain'),
      pick: fc.nat(),
      report: fc.constantFrom(HEALTHY, HEALTHY, SLOW, FAILED, { ...FAILED, pauseMs: 500 }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.array(event, { maxLength: 300 }), (receivers, events) => {
        const on = stage(Object.fromEntries(Array.from({ length: receivers }, (_, i) => [`r${i}`, 10_000])));
        const sending: Item[] = [];
        let held = 0;
        for (const { what, pick, report } of events) {
          if (what === 'claim') held += on.claim().length;
          if (what === 'wait') on.clock.nowMs += 400;
          if (what === 'drain') held -= on.scheduler.drain().length;
          if (what === 'begin') sending.push(...on.begin());
          if (what === 'end' && sending.length > 0) {
            const [item] = sending.splice(pick % sending.length, 1);
            if (!item) continue;
            held -= 1 + on.scheduler.ended(item.receiver, report).length;
          }
          expect(sending.length).toBeLessThanOrEqual(SENDS_AT_ONCE);
          expect(held).toBeGreaterThanOrEqual(sending.length);
          expect(held).toBeLessThanOrEqual(CLAIMED_AT_MOST);
          for (const n of countBy(sending).values()) expect(n).toBeLessThanOrEqual(SENDS_A_RECEIVER);
        }
      }),
    );
  });
});

function countBy(items: Item[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { receiver } of items) counts.set(receiver, (counts.get(receiver) ?? 0) + 1);
  return counts;
}
