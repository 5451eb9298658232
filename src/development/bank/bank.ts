import type { Callbacks, Timers } from './callbacks.js';
import type { Ledger } from './ledger.js';

/** Whose account the bank keeps: the one client it has, and the one PIX key, as the DICT writes it. */
export interface Account {
  clientId: string;
  clientSecret: string;
  pixKey: string;
  merchantName: string;
  merchantCity: string;
  /** A company that does not exist. */
  cnpj: string;
}

/** What the routes and rules of the bank work on. `behaviour` is replaced as a whole. */
export interface Bank {
  account: Account;
  ledger: Ledger;
  behaviour: Behaviour;
  callbacks: Callbacks;
  timers: Timers;
}

/** How the bank misbehaves. Set with `PUT /sandbox/behaviour`; what is left out returns to its default. */
export interface Behaviour {
  /** How long after a payment its callback is sent, in milliseconds. @default 0 */
  callbackDelayMs: number;
  /** How many times each callback is sent; 0 sends none. @default 1 */
  callbackCopies: number;
  /** The share of callbacks that are never sent, 0 to 1. @default 0 */
  loseCallbacks: number;
  /** Callbacks overtake each other, within half a second. @default false */
  shuffleCallbacks: boolean;
  /**
   * Below 1: the share of API requests that are answered 503 and not done. From 1 on: the next so many, counted down.
   * @default 0
   */
  failRequests: number;
  /** Counted alike: requests that are done and whose answer is then lost, the connection broken. @default 0 */
  loseAnswers: number;
  /** How long every API request waits first, in milliseconds. @default 0 */
  latencyMs: number;
  /** How long a refund is EM_PROCESSAMENTO, in milliseconds. @default 500 */
  refundDelayMs: number;
  /** Refunds end NAO_REALIZADO instead of DEVOLVIDO. @default false */
  refuseRefunds: boolean;
  /** Payments are shown without their txid, which the standard lets a bank leave out. @default false */
  omitTxids: boolean;
}

/** A bank without faults. */
export const GOOD_BEHAVIOUR: Readonly<Behaviour> = {
  callbackDelayMs: 0,
  callbackCopies: 1,
  loseCallbacks: 0,
  shuffleCallbacks: false,
  failRequests: 0,
  loseAnswers: 0,
  latencyMs: 0,
  refundDelayMs: 500,
  refuseRefunds: false,
  omitTxids: false,
};

const delayMs = { type: 'integer', minimum: 0, maximum: 600_000 };
const shareOrCount = {
  anyOf: [
    { type: 'number', minimum: 0, exclusiveMaximum: 1 },
    { type: 'integer', minimum: 1, maximum: 1_000_000 },
  ],
};

/** What `PUT /sandbox/behaviour` takes; a name it does not know is refused, so that a typing error is seen. */
export const behaviourBody = {
  type: 'object',
  additionalProperties: false,
  properties: {
    callbackDelayMs: delayMs,
    callbackCopies: { type: 'integer', minimum: 0, maximum: 100 },
    loseCallbacks: { type: 'number', minimum: 0, maximum: 1 },
    shuffleCallbacks: { type: 'boolean' },
    failRequests: shareOrCount,
    loseAnswers: shareOrCount,
    latencyMs: delayMs,
    refundDelayMs: delayMs,
    refuseRefunds: { type: 'boolean' },
    omitTxids: { type: 'boolean' },
  },
};

/** Whether the fault strikes this time; a count is counted down. */
export function strikes(behaviour: Behaviour, fault: 'failRequests' | 'loseAnswers'): boolean {
  if (behaviour[fault] < 1) return Math.random() < behaviour[fault];
  behaviour[fault] -= 1;
  return true;
}
