import { createAwardedBox } from '../awarded-boxes/awarded-box.service.js';
import { createCombo } from '../awarded-boxes/combo.service.js';
import type { App, Context } from '../context.js';
import { DomainError } from '../platform/domain-error.js';
import { statement } from '../platform/database/statement.js';
import { createPromotion } from '../promotions/promotion.service.js';
import { createRaffle } from '../raffles/raffle.service.js';
import { DEMO_SLUG } from './banner.js';

/** $1 slug. SQL: every start asks, before Prisma's engine is loaded. */
const selectDemoRaffle = statement<{ id: string | null; isAny: boolean }>(
  'select_demo_raffle',
  `
  SELECT (SELECT id FROM raffles WHERE slug = $1 AND deleted_at IS NULL) AS id, EXISTS (SELECT FROM raffles) AS "isAny"`,
);

/** Makes one open raffle with every kind of prize when the database has no raffle. Returns its id. */
export async function ensureDemoRaffle(app: App): Promise<string | undefined> {
  const findDemoRaffle = async () => (await app.db.query(selectDemoRaffle, [DEMO_SLUG]))[0];
  const known = await findDemoRaffle();
  if (known?.isAny) return known.id ?? undefined;
  try {
    const ctx = await app.contextFor({
      authorization: undefined,
      requestId: 'development',
      clientAddress: '127.0.0.1',
      idempotencyKey: undefined,
    });
    const { id } = await createRaffle(ctx, {
      title: 'Moto 0 km',
      slug: DEMO_SLUG,
      status: 'OPEN',
      description: 'Uma rifa de demonstração: compre, pague no banco de testes e veja os números chegarem.',
      quotaPrice: 50n,
      quotaQuantity: 1_000_000,
      minReservationQuantity: 1,
      maxReservationQuantity: 5_000,
      fastSelectionCards: [10, 50, 100, 500],
      popularSelectionCard: 100,
      enablePromotions: true,
      showAwardedBoxes: true,
      showAwardedBoxesWinners: true,
      prizes: [{ title: 'Moto 0 km', description: 'Ou o valor dela em dinheiro.' }],
    });
    await addPrizes(ctx, id);
    return id;
  } catch (error) {
    if (error instanceof DomainError) return (await findDemoRaffle())?.id ?? undefined;
    throw error;
  }
}

async function addPrizes(ctx: Context, raffleId: string): Promise<void> {
  await createPromotion(ctx, raffleId, { kind: 'FROM', quotaQuantity: 100, price: 45n, bonusQuotas: 0 });
  await createPromotion(ctx, raffleId, { kind: 'EXACT', quotaQuantity: 10, price: 450n, bonusQuotas: 1 });
  for (const [quantityTitles, quantityBoxes] of [
    [50, 2],
    [100, 5],
    [500, 30],
  ] as const)
    await createCombo(ctx, { raffleId, quantityTitles, quantityBoxes, visible: true, highlighted: quantityTitles === 100 });
  await createAwardedBox(ctx, { raffleId, title: 'R$ 1.000', quantity: 20, prize: 100_000n, mode: 'ALEATORIO' });
  await createAwardedBox(ctx, { raffleId, title: 'R$ 5', quantity: 10_000, prize: 500n, mode: 'PORCENTAGEM', percentage: 60 });
}
