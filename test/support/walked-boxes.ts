import { createAwardedBox, setStanding } from '../../src/awarded-boxes/awarded-box.service.js';
import { boxIdOf, openAwardedBox } from '../../src/awarded-boxes/held-box.service.js';
import { createCombo } from '../../src/awarded-boxes/combo.service.js';
import { decidedWins, replayedWins } from './instant-replay.js';
import type { TransitionStage } from './transition-stage.js';

type Stage = Pick<TransitionStage, 'app' | 'admin' | 'buyer'>;
type OneOf = <Item>(items: readonly Item[]) => Item | undefined;

/** Gives a raffle that has not sold prizes of both modes, and boxes for its orders. */
export async function giveBoxes({ admin }: Pick<Stage, 'admin'>, raffleId: string): Promise<void> {
  const terms = { raffleId, title: 'R$ 5', prize: 500n };
  await createAwardedBox(admin, { ...terms, quantity: 2, mode: 'PORCENTAGEM', percentage: 30 });
  await createAwardedBox(admin, { ...terms, quantity: 3, mode: 'ALEATORIO' });
  await createCombo(admin, { raffleId, quantityTitles: 1, quantityBoxes: 1 });
  await createCombo(admin, { raffleId, quantityTitles: 3, quantityBoxes: 4 });
}

/** The buyer opens some box of theirs, void or open ones too. */
export async function openSomeBox({ app, buyer }: Stage, oneOf: OneOf): Promise<unknown> {
  const order = oneOf(await app.db.prisma.orderBoxes.findMany({ orderBy: { orderId: 'desc' }, take: 30 }));
  if (!order) return undefined;
  const boxIndex = oneOf(Array.from({ length: order.boxes }, (_, n) => n)) ?? 0;
  return openAwardedBox(buyer, boxIdOf({ orderId: String(order.orderId), boxIndex }));
}

/** An operator sends some prize to the close, or would take it back. */
export async function switchSomeBox({ app, admin }: Stage, oneOf: OneOf): Promise<unknown> {
  const box = oneOf(await app.db.prisma.awardedBox.findMany({ orderBy: { id: 'desc' }, take: 20 }));
  return box && setStanding(admin, box.id, oneOf(['LOCKED', 'UNLOCKED'] as const) ?? 'LOCKED');
}

/** Where a raffle's boxes are not what anybody computes of them. */
export async function boxFaults({ app }: Pick<Stage, 'app'>): Promise<string[]> {
  const raffles = await app.db.prisma.raffleCommitment.findMany({
    where: { boxesHash: { not: null } },
    select: { raffleId: true },
  });
  const faults: string[] = [];
  for (const { raffleId } of raffles) {
    const [written, computed] = [await decidedWins({ app }, raffleId), await replayedWins({ app }, raffleId)];
    if (JSON.stringify(written) !== JSON.stringify(computed))
      faults.push(`${raffleId}: ${JSON.stringify({ written, computed })}`);
  }
  const wrong = await app.db.prisma.$queryRaw<{ id: string }[]>`
    SELECT b.order_id::text AS id FROM order_boxes b JOIN orders o ON o.id = b.order_id WHERE b.void <> (o.status = 'REFUNDED')`;
  return [...faults, ...wrong.map(({ id }) => `order ${id} is refunded and its boxes are not void, or the other way round`)];
}
