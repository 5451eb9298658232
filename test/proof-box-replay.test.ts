import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BoxProof, replayBoxes } from '../src/proof/box-proof.js';
import { anyPlan, type Act, play, prize, prizeId } from './support/box-raffles.js';

const failed = (proof: BoxProof): string[] =>
  replayBoxes(proof)
    .steps.filter(({ ok }) => !ok)
    .map(({ step }) => step);

const sells = (times: number, count: number): Act[] => Array.from({ length: times }, () => ({ kind: 'sell', count }));
const ACTS: Act[] = [
  ...sells(8, 3),
  { kind: 'switch', prize: 3 },
  ...sells(4, 3),
  { kind: 'switch', prize: 0 },
  ...sells(12, 7),
  { kind: 'switch', prize: 0 },
  ...sells(2, 5),
  { kind: 'refund', block: 3 },
  { kind: 'refund', block: 14 },
];
const TOLD = play({
  quotas: 200,
  prizes: [
    prize(0, { quantity: 25 }),
    prize(1, { mode: 'PORCENTAGEM', percentage: 2500, quantity: 500, releaseAt: 1500 }),
    prize(2, { quantity: 15, releaseAt: 2000 }),
    prize(3, { mode: 'PORCENTAGEM', percentage: 4000, quantity: 30, isLocked: true }),
  ],
  combos: [
    { quantityTitles: 3, quantityBoxes: 6 },
    { quantityTitles: 6, quantityBoxes: 9 },
  ],
  cumulative: true,
  acts: ACTS,
});

describe('the replay', () => {
  it('agrees with the service on any raffle, with the other cryptography', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const { steps, differences } = replayBoxes(play(plan));
        expect(steps.filter(({ ok }) => !ok)).toEqual([]);
        expect(differences).toEqual([]);
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it('tells what it did, step by step', () => {
    const { steps } = replayBoxes(TOLD);
    expect(steps.map(({ step, ok }) => `${step} ${ok}`)).toEqual(
      ['prizes', 'published', 'log', 'blocks', 'combos', 'wins', 'close'].map((step) => `${step} true`),
    );
    expect(steps.find(({ step }) => step === 'close')?.detail).toBe(`${TOLD.closeWins.length} units drawn, 0 left without a box`);
    expect(TOLD.closeWins.length).toBeGreaterThan(10);
    expect(TOLD.wins.length).toBeGreaterThan(60);
  });

  it('minds no order of wins', () => {
    expect(failed({ ...TOLD, wins: TOLD.wins.toReversed(), closeWins: TOLD.closeWins.toReversed() })).toEqual([]);
  });

  it('of a raffle not drawn yet expects nothing of the close', () => {
    expect(failed({ ...TOLD, closeKey: null, closeWins: [] })).toEqual([]);
    expect(failed({ ...TOLD, closeKey: null })).toEqual(['close']);
  });
});

function lies(value: unknown, path: string): { path: string; lie: (proof: BoxProof) => void }[] {
  const steps = path.split('.').filter(Boolean);
  const change = (put: (holder: Record<string, unknown>, key: string) => void) => (proof: BoxProof) => {
    const holder = steps.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], proof);
    put(holder as Record<string, unknown>, steps.at(-1)!);
  };
  const put = (name: string, lie: unknown) => ({ path: `${path} ${name}`, lie: change((holder, key) => (holder[key] = lie)) });
  if (value instanceof Uint8Array)
    return [
      put(
        'other',
        value.map((byte, at) => (at === 31 ? byte ^ 1 : byte)),
      ),
      put('short', value.slice(1)),
    ];
  if (typeof value === 'number') return [put('more', value + 1), put('less', value - 1), put('half', value + 0.5)];
  if (typeof value === 'boolean') return [put('turned', !value)];
  if (typeof value === 'string') return [put('other', otherText(value)), put('gone', '')];
  if (value === null) return [put('there', 1)];
  const within = Object.entries(value as object).flatMap(([key, inner]) => lies(inner, `${path}.${key}`));
  if (!Array.isArray(value)) return within;
  const rows = value.map((_, at) => ({
    path: `${path} without ${at}`,
    lie: change((holder, key) => (holder[key] = value.toSpliced(at, 1))),
  }));
  return [...within, ...rows, put('twice', [...(value as unknown[]), value.at(-1)])];
}

function otherText(text: string): string {
  const others: Record<string, string> = {
    LOCKED: 'UNLOCKED',
    UNLOCKED: 'DELETED',
    PORCENTAGEM: 'ALEATORIO',
    ALEATORIO: 'PORCENTAGEM',
  };
  if (others[text]) return others[text];
  const last = text.at(-1)!;
  return text.slice(0, -1) + (/[0-8]/.test(last) ? String(Number(last) + 1) : '0');
}

describe('every lie is noticed', () => {
  const all = Object.entries(TOLD).flatMap(([key, value]) => lies(value, key));

  it('in each field of all that is public, and in each row left out or put in', () => {
    const unnoticed = all.filter(({ lie }) => {
      const proof = structuredClone(TOLD);
      lie(proof);
      return failed(proof).length === 0;
    });
    expect(all.length).toBeGreaterThan(700);
    expect(unnoticed.map(({ path }) => path)).toEqual([]);
  });

  it('that is told with the hash to match: in each field that changes what was won', () => {
    const told = (change: (proof: BoxProof) => void): string[] => {
      const proof = structuredClone(TOLD);
      change(proof);
      const published = replayBoxes(proof).steps.find(({ step }) => step === 'published')!;
      return failed({ ...proof, boxesHash: published.detail.split(' ').at(-1)! });
    };
    expect(told(() => undefined)).toEqual([]);
    expect(told(({ prizes }) => (prizes[1]!.percentage = 3000))).toContain('wins');
    expect(told(({ prizes }) => (prizes[3]!.percentage = 6000))).toContain('wins');
    expect(told(({ prizes }) => (prizes[3]!.percentage = 7501))).toEqual(['prizes', 'wins', 'close']);
    expect(told(({ prizes }) => (prizes[1]!.quantity = 3))).toContain('wins');
    expect(told(({ prizes }) => (prizes[2]!.quantity = 16))).toContain('close');
    expect(told(({ prizes }) => (prizes[2]!.releaseAt = 0))).toContain('wins');
    expect(told(({ prizes }) => (prizes[1]!.releaseAt = 0))).toContain('wins');
    expect(told(({ prizes }) => (prizes[0]!.isLocked = true))).toEqual(['log', 'wins', 'close']);
    expect(told(({ prizes }) => (prizes as unknown[]).reverse())).toContain('wins');
    expect(told(({ combos }) => (combos[1]!.quantityBoxes = 4))).toEqual(['combos']);
    expect(told((proof) => (proof.cumulative = false))).toEqual(['combos']);
    expect(told(({ prizes }) => (prizes[0]!.prize = '1'))).toEqual(['prizes', 'wins', 'close']);
  });

  it('in a log that is out of order, or speaks of a prize that is not there', () => {
    const [first, second, third] = TOLD.log;
    expect(failed({ ...TOLD, log: [second!, first!, third!] })).toContain('log');
    expect(failed({ ...TOLD, log: [...TOLD.log, { ...third!, ordinal: TOLD.allocated, prizeId: prizeId(9) }] })).toContain('log');
  });

  it('and is told: which box is said to hold what it does not, and which holds more than is said', () => {
    const [first, ...others] = TOLD.wins;
    const lie = { ...first!, prizeId: prizeId(2) };
    expect(replayBoxes({ ...TOLD, wins: [lie, ...others] }).differences).toEqual([
      { step: 'wins', kind: 'CLAIMED_ONLY', win: lie },
      { step: 'wins', kind: 'COMPUTED_ONLY', win: first },
    ]);
    expect(replayBoxes({ ...TOLD, closeWins: TOLD.closeWins.slice(1) }).differences).toEqual([
      { step: 'close', kind: 'COMPUTED_ONLY', win: TOLD.closeWins[0] },
    ]);
  });

  it('and counted, with no more told than a hundred', () => {
    const many = Array.from({ length: 5000 }, (_, unit) => ({ ...TOLD.wins[0]!, unit: unit + 1000 }));
    const { steps, differences } = replayBoxes({ ...TOLD, wins: [...TOLD.wins, ...many] });
    expect(steps.find(({ step }) => step === 'wins')).toEqual({ step: 'wins', ok: false, detail: '5000 differences' });
    expect(differences).toHaveLength(100);
  });
});
