import { sha256 } from '../../src/platform/crypto.js';
import { signRound } from '../../src/development/beacon/sign-round.js';
import { boxesFor, type BoxPrize } from '../../src/proof/box-prizes.js';
import { createInstantDecider } from '../../src/proof/instant-decider.js';
import type { TestServer } from './start.js';

/** What a raffle's blocks won, up to the first leaf that is not decided. */
export interface DecidedWins {
  decidedTo: number;
  boxes: [orderId: string, boxes: number][];
  boxWins: [orderId: string, box: number, prizeId: string, unit: number][];
  /** Won, or gone to the close because no box was free. */
  unitsOut: [prizeId: string, units: number][];
  quotaPrizes: [prizeId: string, ordinal: number, orderId: string][];
}

type Parts = Pick<TestServer, 'app'>;
const sorted = <Row extends unknown[]>(rows: Row[]): Row[] =>
  rows.toSorted((one, other) => (String(one) < String(other) ? -1 : 1));

/** As it is written. */
export async function decidedWins({ app }: Parts, raffleId: string): Promise<DecidedWins> {
  const { prisma } = app.db;
  const { decidedTo, quotaPrizesWon } = await prisma.raffleInstants.findUniqueOrThrow({ where: { raffleId } });
  const boxes = await prisma.orderBoxes.findMany({ where: { raffleId } });
  const wins = await prisma.boxWin.findMany({ where: { raffleId } });
  const prizes = await prisma.awardedBox.findMany({ where: { raffleId }, orderBy: { position: 'asc' } });
  const numbers = await prisma.quotaPrize.findMany({ where: { raffleId, wonAt: { not: null } } });
  if (numbers.length !== quotaPrizesWon) throw new Error(`${numbers.length} quota prizes are won, and ${quotaPrizesWon} counted`);
  return {
    decidedTo,
    boxes: sorted(boxes.map(({ orderId, boxes: held }): [string, number] => [String(orderId), held])),
    boxWins: sorted(
      wins.map(({ orderId, boxIndex, prizeId, unit }): [string, number, string, number] => [
        String(orderId),
        boxIndex,
        prizeId,
        unit,
      ]),
    ),
    unitsOut: prizes.map(({ id, given }) => [id, given]),
    quotaPrizes: sorted(
      numbers.map(({ id, wonOrdinal, wonOrderId }): [string, number, string] => [id, wonOrdinal!, String(wonOrderId)]),
    ),
  };
}

/** What anybody computes of the leaves of the book, the published lists and the beacon's rounds. */
export async function replayedWins({ app }: Parts, raffleId: string): Promise<DecidedWins> {
  const { prisma } = app.db;
  const raffle = await prisma.raffle.findUniqueOrThrow({ where: { id: raffleId } });
  const { decidedLeaf } = await prisma.raffleInstants.findUniqueOrThrow({ where: { raffleId } });
  const inOrder = { where: { raffleId }, orderBy: { position: 'asc' as const } };
  const boxPrizes: BoxPrize[] = await prisma.awardedBox.findMany(inOrder);
  const quotaPrizes = (await prisma.quotaPrize.findMany(inOrder)).map(({ id, releaseAt, beginsLocked }) => {
    return { id, releaseAt, isLocked: beginsLocked };
  });
  const combos = await prisma.awardedBoxCombo.findMany({ where: { raffleId }, orderBy: { quantityTitles: 'asc' } });
  const decided = { where: { raffleId, leaf: { lt: decidedLeaf } } };
  const blocks = await prisma.quotaAllocation.findMany(decided);
  const entries = await prisma.bookEntry.findMany(decided);
  const leaves = [...blocks, ...entries].toSorted((one, other) => one.leaf - other.leaf);

  const decider = createInstantDecider({ raffleId, quotas: raffle.quotaQuantity, quotaPrizes, boxPrizes });
  const made: DecidedWins = { decidedTo: 0, boxes: [], boxWins: [], unitsOut: [], quotaPrizes: [] };
  for (const leaf of leaves) {
    if ('type' in leaf) {
      if (leaf.prizeId !== null) decider.sendToClose(leaf.prizeId);
      continue;
    }
    const orderId = String(leaf.orderId);
    const count = leaf.endOrdinal - leaf.firstOrdinal;
    const boxes = boxesFor(combos, raffle.acumulativeCombo, count);
    const randomness = sha256(Buffer.from(signRound(Number(leaf.round)).signature, 'hex'));
    const { boxWins, quotaPrizeWins } = decider.decide({ first: leaf.firstOrdinal, count, boxes }, randomness);
    if (boxes > 0) made.boxes.push([orderId, boxes]);
    for (const { box, prize, unit } of boxWins) made.boxWins.push([orderId, box, boxPrizes[prize]!.id, unit]);
    for (const { ordinal, prize } of quotaPrizeWins) made.quotaPrizes.push([quotaPrizes[prize]!.id, ordinal, orderId]);
  }
  return {
    decidedTo: decider.decided,
    boxes: sorted(made.boxes),
    boxWins: sorted(made.boxWins),
    unitsOut: boxPrizes.map(({ id }, prize) => [id, decider.unitsOut[prize]!]),
    quotaPrizes: sorted(made.quotaPrizes),
  };
}
