/** The bank's faults, set with `PUT /sandbox/behaviour`; a field left out gets its default. */
export interface Behaviour {
  /** Milliseconds between a payment and its callback. @default 0 */
  callbackDelayMs: number;
  /** 0 sends no callback. @default 1 */
  callbackCopies: number;
  /** The share of callbacks that are lost, 0 to 1. @default 0 */
  loseCallbacks: number;
  /** Mixes the order of callbacks within half a second. @default false */
  shuffleCallbacks: boolean;
  /** Below 1: the share of API requests answered 503 without effect. From 1: the number of next requests. @default 0 */
  failRequests: number;
  /** Like `failRequests`, for requests that take effect and whose answer is lost. @default 0 */
  loseAnswers: number;
  /** Milliseconds that each API request waits. @default 0 */
  latencyMs: number;
  /** Milliseconds that a refund is EM_PROCESSAMENTO. @default 500 */
  refundDelayMs: number;
  /** Refunds end NAO_REALIZADO instead of DEVOLVIDO. @default false */
  refuseRefunds: boolean;
  /** Leaves the txid out of payments, which the standard allows. @default false */
  omitTxids: boolean;
}

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

/** An unknown name is refused, so that a typing error is seen. */
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

/** Whether the fault happens this time; a number counts down. */
export function faultHappens(behaviour: Behaviour, fault: 'failRequests' | 'loseAnswers'): boolean {
  if (behaviour[fault] < 1) return Math.random() < behaviour[fault];
  behaviour[fault] -= 1;
  return true;
}
