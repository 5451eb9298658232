import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { App } from '../context.js';
import { unseal } from '../platform/crypto.js';
import type { Sql, Transaction } from '../platform/database/database.js';
import type { Combo } from '../proof/box-prizes.js';
import { boxRules, type BoxRules, exitsInSteps } from '../proof/box-decisions.js';
import { selectBoxFacts, type BoxFacts } from './facts.sql.js';

const KEPT_BYTES = 256 * 1024 * 1024;
/** A raffle without boxes, or one whose boxes have no hidden ordinals. */
const LEAST_BYTES = 1_024;
/** Two numbers of four bytes. */
const BYTES_A_UNIT = 8;
/** Rules of raffles that have not sold yet: they are asked for again with the first payment. */
const MADE = 8;

/** By what the boxes of a raffle's orders are decided. Whoever has it knows what every box holds. */
export interface RaffleBoxes {
  combos: readonly Combo[];
  cumulative: boolean;
  rules: BoxRules;
}

/** Of a raffle; NONE is one without boxes. */
type Known = RaffleBoxes | 'NONE';

/**
 * What decides raffles' boxes, each made once: the hidden ordinals of a million units take seconds. Kept by raffle is only what cannot
 * change any more, since a quota of it was paid for; what was made before that is kept by the hashes of all it was made from.
 */
export interface BoxDesk {
  /** Makes what the next payment of a raffle is decided by, before anybody waits for its lock. */
  prepare(raffleId: string): void | Promise<void>;
  /**
   * Whose counter is locked; null for a raffle without boxes. `isFirst`: nothing of it was paid for before this transaction. Asks the
   * database only for a raffle that is not known here.
   */
  ofLocked(tx: Transaction, raffleId: string, isFirst: boolean): RaffleBoxes | null | Promise<RaffleBoxes | null>;
  /** Of a raffle that was sold; null for one without boxes. */
  ofSold(raffleId: string): Promise<RaffleBoxes | null>;
}

export function createBoxDesk({ db, config }: Pick<App, 'db' | 'config'>): BoxDesk {
  const kept = new LRUCache<string, Known>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (boxes) => LEAST_BYTES + (boxes === 'NONE' ? 0 : unitsOf(boxes.rules) * BYTES_A_UNIT),
  });
  const made = new LRUCache<string, Promise<RaffleBoxes>>({ max: MADE });

  const madeFrom = (facts: BoxFacts): Promise<RaffleBoxes> => {
    const key = [facts.raffleId, facts.quotas, facts.seedHash?.toString('hex'), facts.boxesHash?.toString('hex')].join(':');
    const known = made.get(key);
    if (known) return known;
    const making = make(config.encryptionKeys, facts);
    made.set(key, making);
    making.catch(() => {
      if (made.peek(key) === making) made.delete(key);
    });
    return making;
  };
  const read = async (sql: Sql, raffleId: string): Promise<{ boxes: Known; isSold: boolean }> => {
    const [facts] = await sql.query(selectBoxFacts, [raffleId]);
    if (!facts) throw new Error(`raffle ${raffleId} is gone`);
    return { boxes: facts.boxesHash === null ? 'NONE' : await madeFrom(facts), isSold: facts.allocated > 0 };
  };
  const readAndKeep = async (sql: Sql, raffleId: string): Promise<RaffleBoxes | null> => {
    const { boxes, isSold } = await read(sql, raffleId);
    if (isSold) kept.set(raffleId, boxes);
    return orNull(boxes);
  };
  const readFirst = async (tx: Transaction, raffleId: string): Promise<RaffleBoxes | null> => {
    const { boxes } = await read(tx, raffleId);
    tx.afterCommit(() => kept.set(raffleId, boxes));
    return orNull(boxes);
  };

  return {
    prepare(raffleId) {
      return kept.has(raffleId) ? undefined : readAndKeep(db, raffleId).then(() => undefined);
    },
    ofLocked(tx, raffleId, isFirst) {
      const known = kept.get(raffleId);
      if (known) return orNull(known);
      return isFirst ? readFirst(tx, raffleId) : readAndKeep(tx, raffleId);
    },
    async ofSold(raffleId) {
      const known = kept.get(raffleId);
      return known ? orNull(known) : readAndKeep(db, raffleId);
    },
  };
}

const orNull = (boxes: Known): RaffleBoxes | null => (boxes === 'NONE' ? null : boxes);

function unitsOf({ exits }: BoxRules): number {
  return exits.reduce((sum, prize) => sum + (prize?.units.length ?? 0), 0);
}

/** Step by step: others are served meanwhile. */
async function make(
  keys: Buffer[],
  { raffleId, quotas, sealedSeed, prizes, combos, cumulative }: BoxFacts,
): Promise<RaffleBoxes> {
  if (!sealedSeed) throw new Error(`the boxes of raffle ${raffleId} have no seed`);
  const raffle = { raffleId, quotas, prizes, seed: new Uint8Array(unseal(keys, sealedSeed)) };
  const steps = exitsInSteps(raffle);
  let step = steps.next();
  for (; !step.done; step = steps.next()) await nextTurn();
  return { combos, cumulative, rules: boxRules(raffle, step.value) };
}
