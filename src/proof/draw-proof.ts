import { BOX_LIST } from './box-list.js';
import { MAX_LEAVES, MAX_PRIZES, MAX_QUOTAS } from './limits.js';
import { QUOTA_PRIZE_LIST } from './quota-prize-list.js';
import { date, hex, integer, list, nullable, oneOf, record, text, tuple, uuid } from './read.js';

const MAX_SECRET_BYTES = 64;
const MAX_BOXES = 10_000;
const MAX_LISTED = 10_000;
const MAX_UNITS = 1_000_000;

/** In every text of `leaves` but the last, which may have fewer. */
export const LEAVES_A_TEXT = 1024;

const ordinal = integer(0, MAX_QUOTAS - 1);
const prizePlace = integer(0, MAX_LISTED - 1);
const unit = integer(0, MAX_UNITS - 1);

const fields = record(
  {
    version: oneOf(2),
    manifest: text(/^\{/, 'text of a manifest'),
    chain: nullable(
      record({
        hash: hex(32),
        publicKey: hex(96),
        periodSeconds: integer(1, 2 ** 32 - 1),
        genesisSeconds: integer(0, Number.MAX_SAFE_INTEGER),
        groupHash: hex(32),
        name: text(/^[\w-]{1,60}$/, 'name of a chain'),
      }),
    ),
    round: nullable(record({ round: integer(1, Number.MAX_SAFE_INTEGER), signature: hex(48) })),
    federal: nullable(
      record({
        contest: integer(1, 2 ** 31 - 1),
        date,
        results: list(text(/^\d{5}$/, 'text of five digits'), 5),
        confirmation: oneOf('SECOND_OPERATOR', 'WAITED'),
      }),
    ),
    permutationSecret: hex(16, MAX_SECRET_BYTES),
    winners: list(record({ prize: integer(1, MAX_PRIZES), ordinal, number: text(/^\d{1,7}$/, 'lucky number') }), MAX_PRIZES),
    leaves: list(text(/^([A-Za-z\d+/]{48})+$/, 'Base64 of whole leaves'), Math.ceil(MAX_LEAVES / LEAVES_A_TEXT)),
    // [round, signature]
    rounds: list(tuple(integer(1, Number.MAX_SAFE_INTEGER), hex(48)), MAX_QUOTAS),
    // wins: [first ordinal of the block, box, place of the prize, unit]
    boxes: record({
      ...BOX_LIST,
      wins: list(tuple(ordinal, integer(0, MAX_BOXES - 1), prizePlace, unit), MAX_QUOTAS),
    }),
    // wins: [ordinal, place of the prize]
    quotaPrizes: record({ ...QUOTA_PRIZE_LIST, wins: list(tuple(ordinal, prizePlace), MAX_LISTED) }),
    closeWins: list(tuple(uuid, unit, ordinal), MAX_QUOTAS),
  },
  ['boxes', 'quotaPrizes'],
);

export type Proof = ReturnType<typeof fields>;
/** A main prize's winner. Prizes count from 1; `number` is as printed. */
export type Winner = Proof['winners'][number];

/** Throws `ProofProblem`. Does not check what the fields claim. */
export function readProof(value: unknown): Proof {
  return fields(value, 'proof');
}
