import fc from 'fast-check';
import { FAULTS, type Fault } from './network.js';

/** What somebody does, or what happens. `pick` chooses among what is there. */
export const ACTS = [
  'order',
  'pay',
  'cancel',
  'refund',
  'refund a part',
  'pay by hand',
  'take back at the bank',
  'draw',
  'publish rounds',
  'work',
  'let time pass',
] as const;
export type ActName = (typeof ACTS)[number];

export interface Step {
  act: ActName;
  pick: number;
  /** Which gateway is asked. */
  gateway: number;
  /** How many messages are delivered before the next step, and in which order. */
  turns: number;
  order: number;
  /** Strikes the message at this place, counted from the step; of those to the bank alone, which are few, if it says so. */
  fault: { kind: Fault; at: number; isOfBank: boolean } | undefined;
}

export type History = readonly Step[];

const STEPS_AT_MOST = 14;
const WEIGHTS: Record<ActName, number> = {
  order: 8,
  pay: 7,
  cancel: 2,
  refund: 3,
  'refund a part': 1,
  'pay by hand': 1,
  'take back at the bank': 1,
  draw: 2,
  'publish rounds': 1,
  work: 4,
  'let time pass': 2,
};
/** A process that ends costs as much as five histories. */
const FAULT_WEIGHTS: Record<Fault, number> = {
  LOSE_REQUEST: 8,
  LOSE_REPLY: 12,
  REFUSE: 8,
  DELAY: 8,
  CRASH_POSTGRES: 6,
  KILL: 1,
  FREEZE: 4,
};

const anyFault = fc.record({
  kind: fc.oneof(...FAULTS.map((kind) => ({ arbitrary: fc.constant(kind), weight: FAULT_WEIGHTS[kind] }))),
  at: fc.nat(10),
  isOfBank: fc.boolean(),
});

const anyStep: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof(...ACTS.map((act) => ({ arbitrary: fc.constant(act), weight: WEIGHTS[act] }))),
  pick: fc.nat(1_000),
  gateway: fc.nat(1),
  turns: fc.oneof(fc.constant(1_000), fc.nat(12)),
  order: fc.nat(1_000_000),
  fault: fc.option(anyFault, { freq: 2, nil: undefined }),
});

export const anyHistory: fc.Arbitrary<History> = fc.array(anyStep, { minLength: 4, maxLength: STEPS_AT_MOST, size: 'max' });

/** Nothing of PostgreSQL or of a process ends at a bank. */
const OF_BANK: readonly Fault[] = ['LOSE_REQUEST', 'LOSE_REPLY', 'REFUSE', 'DELAY'];

export const isForBank = ({ kind, isOfBank }: NonNullable<Step['fault']>): boolean => isOfBank && OF_BANK.includes(kind);

export function describeStep({ act, pick, gateway, turns, order, fault }: Step): string {
  const struck = fault ? `, ${fault.kind} at message ${fault.at}${isForBank(fault) ? ' to the bank' : ''}` : '';
  return `${act} (${pick}) at gateway ${gateway + 1}, then ${turns} messages in the order ${order}${struck}`;
}
