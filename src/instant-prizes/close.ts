import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BoxFacts, selectBoxFacts } from '../awarded-boxes/publish-boxes.sql.js';
import { publishedPrizes } from '../awarded-boxes/publish-boxes.js';
import type { App } from '../context.js';
import type { Sql } from '../platform/database/statement.js';
import { prefetchPages } from '../platform/database/prefetch-pages.js';
import { WrittenList } from '../platform/json-pieces.js';
import { closeInSteps, type Close, type CloseWin } from '../proof/instant-close.js';
import { toHex } from '../proof/bytes.js';
import type { Proof } from '../proof/draw-proof.js';
import { publishedList } from '../quota-prizes/quota-prize-definitions.js';
import { selectBoxWins, selectIsDecided, selectQuotaPrizeWins, selectRoundsOfBlocks } from './close.sql.js';
import { selectSentToClose } from './decide.sql.js';

const BLOCKS_A_READ = 4_000;
const MOST_LEAVES = 2 ** 31 - 1;

/** True also of a raffle without instant prizes. */
export async function isDecided({ db }: Pick<App, 'db'>, raffleId: string): Promise<boolean> {
  return (await db.query(selectIsDecided, [raffleId]))[0]?.isDecided ?? true;
}

type OfDraw = Pick<Close, 'manifestHash' | 'allocated' | 'voided' | 'key'>;

/** Draws what is left of the prizes among all who paid, by a key that nobody knew during the sale. Writes nothing. */
export async function closePrizesOf(
  app: Pick<App, 'db' | 'publishedLists'>,
  raffleId: string,
  draw: OfDraw,
): Promise<CloseWin[]> {
  const { db } = app;
  const { boxPrizes, quotaPrizes } = await app.publishedLists.ofSold(raffleId);
  if (boxPrizes.length + quotaPrizes.length === 0) return [];
  const sent = await db.query(selectSentToClose, [raffleId, MOST_LEAVES]);
  const placeOfBox = placesOf(boxPrizes);
  const placeOfNumber = placesOf(quotaPrizes);
  const boxWins: Close['boxWins'][number][] = [];
  if (boxPrizes.length > 0)
    for await (const wins of boxWinsOf(db, raffleId))
      for (const [first, , prizeId, unit] of wins) boxWins.push({ first, prize: placeOfBox(prizeId), unit });
  const numbers = await db.query(selectQuotaPrizeWins, [raffleId]);
  const steps = closeInSteps({
    raffleId,
    ...draw,
    boxPrizes,
    quotaPrizes,
    sentToClose: new Set(sent.map(({ prizeId }) => prizeId)),
    boxWins,
    quotaPrizeWins: numbers.map(({ ordinal, prizeId }) => ({ ordinal, prize: placeOfNumber(prizeId) })),
  });
  let step = steps.next();
  for (; !step.done; step = steps.next()) await nextTurn();
  return step.value;
}

async function* boxWinsOf(sql: Sql, raffleId: string) {
  const pages = prefetchPages<{ leaf: number; wins: [first: number, box: number, prizeId: string, unit: number][] }[]>(
    (last) => sql.query(selectBoxWins, [raffleId, last?.at(-1)?.leaf ?? -1, BLOCKS_A_READ]),
    (rows) => rows.length === BLOCKS_A_READ,
  );
  for await (const rows of pages) yield rows.flatMap(({ wins }) => wins);
}

function placesOf(prizes: readonly { id: string }[]): (prizeId: string) => number {
  const places = new Map(prizes.map(({ id }, place) => [id, place]));
  return (prizeId) => {
    const place = places.get(prizeId);
    if (place === undefined) throw new Error(`prize ${prizeId} is in no published list`);
    return place;
  };
}

type WrittenBoxes = Omit<NonNullable<Proof['boxes']>, 'wins'> & { wins: WrittenList };

/** The sections of a proof with the published lists, and what the blocks won. Only of raffles that are drawn. */
export async function instantsOfProof(
  app: Pick<App, 'db' | 'config' | 'rounds'>,
  raffleId: string,
): Promise<{ rounds: Proof['rounds']; boxes?: WrittenBoxes; quotaPrizes?: NonNullable<Proof['quotaPrizes']> }> {
  const { db } = app;
  const [facts] = await db.query(selectBoxFacts, [raffleId]);
  const boxes = facts?.boxesHash ? await boxesOfProof(db, facts) : undefined;
  const list = await publishedList(app, raffleId);
  const placeOf = placesOf(list?.prizes ?? []);
  const numbers = list ? await db.query(selectQuotaPrizeWins, [raffleId]) : [];
  const rounds = await db.query(selectRoundsOfBlocks, [raffleId, app.rounds.chain.hash]);
  return {
    rounds: rounds.map(({ round, signature }) => {
      if (!signature) throw new Error(`round ${round} of raffle ${raffleId} is not kept`);
      return [Number(round), toHex(signature)];
    }),
    ...(boxes && { boxes }),
    ...(list && {
      quotaPrizes: { ...list, wins: numbers.map(({ ordinal, prizeId }): [number, number] => [ordinal, placeOf(prizeId)]) },
    }),
  };
}

async function boxesOfProof(db: Sql, facts: BoxFacts): Promise<WrittenBoxes> {
  const prizes = publishedPrizes(facts);
  const placeOf = placesOf(prizes);
  const wins = new WrittenList();
  for await (const some of boxWinsOf(db, facts.raffleId))
    wins.add(some.map(([first, box, prizeId, unit]) => [first, box, placeOf(prizeId), unit]));
  return { prizes, combos: facts.combos, cumulative: facts.cumulative, wins };
}
