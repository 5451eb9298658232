const delayMs = { type: 'integer', minimum: 0, maximum: 600_000 };
const share = { type: 'number', minimum: 0, maximum: 1 };
const shareOrCount = {
  anyOf: [
    { type: 'number', minimum: 0, exclusiveMaximum: 1 },
    { type: 'integer', minimum: 1, maximum: 1_000_000 },
  ],
};

/** The bank's faults, set with `PUT /sandbox/behaviour`. */
const FIELDS = {
  /** Between a payment and its callback. */
  callbackDelayMs: { ...delayMs, default: 0 },
  /** 0 sends no callback. */
  callbackCopies: { type: 'integer', minimum: 0, maximum: 100, default: 1 },
  loseCallbacks: { ...share, default: 0 },
  /** Mixes the order of callbacks within half a second. */
  shuffleCallbacks: { type: 'boolean', default: false },
  /** Below 1: the share of API requests answered 503 without effect. From 1: the number of next requests. */
  failRequests: { ...shareOrCount, default: 0 },
  /** Like `failRequests`, for requests that take effect and whose answer is lost. */
  loseAnswers: { ...shareOrCount, default: 0 },
  /** Of each API request. */
  latencyMs: { ...delayMs, default: 0 },
  /** How long a refund is EM_PROCESSAMENTO. */
  refundDelayMs: { ...delayMs, default: 500 },
  /** Refunds end NAO_REALIZADO instead of DEVOLVIDO. */
  refuseRefunds: { type: 'boolean', default: false },
  /** Leaves the txid out of payments, which the standard allows. */
  omitTxids: { type: 'boolean', default: false },
};

export type Behaviour = { [Name in keyof typeof FIELDS]: (typeof FIELDS)[Name]['default'] };

export const GOOD_BEHAVIOUR = Object.fromEntries(
  Object.entries(FIELDS).map(([name, field]) => [name, field.default]),
) as Readonly<Behaviour>;

/** The validator puts the defaults in. An unknown name is refused, so that a typing error is seen. */
export const behaviourBody = { type: 'object', additionalProperties: false, properties: FIELDS };

/** Whether the fault happens this time; a number counts down. */
export function faultHappens(behaviour: Behaviour, fault: 'failRequests' | 'loseAnswers'): boolean {
  if (behaviour[fault] < 1) return Math.random() < behaviour[fault];
  behaviour[fault] -= 1;
  return true;
}
