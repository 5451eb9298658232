import type { Chain, Round } from './chain.js';
import { readPrizeLog, type PrizeLog } from './prize-log.js';
import { anything, hex, integer, list, nullable, oneOf, record, text } from './read.js';

const MAX_WINNERS = 1000;
const MAX_SECRET_BYTES = 64;

/** A main prize's winner: prizes are counted from 1, `number` is as it is printed, with zeros in front. */
export interface Winner {
  prize: number;
  ordinal: number;
  number: string;
}

/** All that a stranger needs to recompute a draw, as JSON. Bytes are hexadecimal in small letters. */
export interface Proof {
  version: 1;
  /** The manifest's text, to the letter. */
  manifest: string;
  /** The beacon's chain and the round; null for a raffle of the federal lottery. */
  chain: Chain | null;
  round: Round | null;
  /** The federal lottery's contest and its five prizes, five digits each; null for a raffle of the beacon. */
  federal: { contest: number; results: string[] } | null;
  /** What the lucky numbers come from, 16 to 64 bytes. */
  permutationSecret: string;
  /** In the order of prizes, without those that nobody won. */
  winners: Winner[];
  /** What was done to awarded boxes and quota prizes while quotas were sold, in order; none of a raffle that has neither. */
  log: PrizeLog;
  /** What awarded boxes are replayed from, read with them: see box-proof.ts. */
  boxes?: unknown;
  /** The salt and the list of quota prizes, read with them: see quota-prize-proof.ts. */
  quotaPrizes?: unknown;
}

const fields = record(
  {
    version: oneOf(1),
    manifest: text(/^\{/, 'text of a manifest'),
    chain: nullable(
      record({
        hash: hex(32),
        publicKey: hex(96),
        periodSeconds: integer(1, 2 ** 32 - 1),
        genesisSeconds: integer(0, Number.MAX_SAFE_INTEGER),
        groupHash: hex(32),
        name: text(/^[\w-]{0,60}$/, 'name of a chain'),
      }),
    ),
    round: nullable(record({ round: integer(1, Number.MAX_SAFE_INTEGER), signature: hex(48) })),
    federal: nullable(record({ contest: integer(1, 2 ** 31 - 1), results: list(text(/^\d{5}$/, 'text of five digits'), 5) })),
    permutationSecret: hex(16, MAX_SECRET_BYTES),
    winners: list(
      record({ prize: integer(1, MAX_WINNERS), ordinal: integer(0, 9_999_999), number: text(/^\d{1,7}$/, 'lucky number') }),
      MAX_WINNERS,
    ),
    log: readPrizeLog,
    boxes: anything,
    quotaPrizes: anything,
  },
  ['boxes', 'quotaPrizes'],
);

/** The proof of an unknown value; throws `ProofProblem` with the field that is wrong. What its fields say is not checked. */
export function readProof(value: unknown): Proof {
  return fields(value, 'proof');
}
