import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { App } from '../context.js';
import { unseal } from '../platform/crypto.js';
import type { Sql, Transaction } from '../platform/database/database.js';
import type { Combo } from '../proof/box-prizes.js';
import { boxRules, type BoxRules, exitsInSteps } from '../proof/box-decisions.js';
import { selectBoxFacts, type BoxFacts } from './raffle-boxes.sql.js';
import { WrittenList } from '../platform/json-pieces.js';
import type { BoxWin } from '../proof/box-close.js';
import type { ProofOfBoxes } from '../proof/box-proof.js';
import { soldBlocks, winsOf } from './close-boxes.js';
import { publishedPrizes } from './publish-boxes.js';

const KEPT_BYTES = 256 * 1024 * 1024;
const LEAST_BYTES = 1_024;
/** Two numbers of four bytes. */
const BYTES_A_UNIT = 8;
const MADE = 8;

/** Secret: it shows what every box holds. */
export interface RaffleBoxes {
  combos: readonly Combo[];
  cumulative: boolean;
  rules: BoxRules;
}

type Known = RaffleBoxes | 'NONE';

/**
 * Hidden ordinals of a million units take seconds. After the first payment the raffle's id is the key; before, hashes of the
 * inputs.
 */
export interface RaffleBoxesCache {
  prepare(raffleId: string): void | Promise<void>;
  /** The counter is locked; null without boxes. `isFirst`: nothing was paid before this transaction. */
  ofLocked(tx: Transaction, raffleId: string, isFirst: boolean): RaffleBoxes | null | Promise<RaffleBoxes | null>;
  ofSold(raffleId: string): Promise<RaffleBoxes | null>;
}

export function createRaffleBoxesCache({ db, config }: Pick<App, 'db' | 'config'>): RaffleBoxesCache {
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

/** In steps, so that the process stays responsive. */
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

export type WrittenBoxes = Omit<ProofOfBoxes, 'blocks' | 'wins' | 'closeWins'> & {
  blocks: WrittenList;
  wins: WrittenList;
  closeWins: WrittenList;
};

/** What a verifier needs, without the prize log; undefined without boxes. It has the seed: only for raffles that are drawn. */
export async function boxesOfProof(
  { db, config }: Pick<App, 'db' | 'config'>,
  raffleId: string,
): Promise<WrittenBoxes | undefined> {
  const [facts] = await db.query(selectBoxFacts, [raffleId]);
  if (!facts?.boxesHash || !facts.sealedSeed) return undefined;
  const prizes = publishedPrizes(facts);
  const places = new Map(prizes.map(({ id }, place) => [id, place]));
  const asTuple = ({ first, boxIndex, prizeId, unit }: BoxWin): ProofOfBoxes['wins'][number] => [
    first,
    boxIndex,
    places.get(prizeId)!,
    unit,
  ];
  const [blocks, wins, closeWins] = [new WrittenList(), new WrittenList(), new WrittenList()];
  for await (const orders of soldBlocks(db, raffleId)) {
    blocks.add(orders.map(({ count, boxes }) => [count, boxes]));
    const held = await winsOf(db, orders);
    wins.add(held.filter(({ atClose }) => !atClose).map(asTuple));
    closeWins.add(held.filter(({ atClose }) => atClose).map(asTuple));
  }
  const seed = unseal(config.encryptionKeys, facts.sealedSeed).toString('hex');
  return { seed, prizes, combos: facts.combos, cumulative: facts.cumulative, blocks, wins, closeWins };
}
