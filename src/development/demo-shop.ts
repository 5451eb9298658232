import { createAwardedBox } from '../awarded-boxes/awarded-box.service.js';
import { createCombo } from '../awarded-boxes/combo.service.js';
import type { App, Context } from '../context.js';
import { createWinner } from '../draws/draw.service.js';
import { placeOrder } from '../orders/place-order.js';
import { DomainError } from '../platform/domain-error.js';
import { statement } from '../platform/database/statement.js';
import { createPromotion } from '../promotions/promotion.service.js';
import { updateRaffle } from '../raffles/raffle-change.service.js';
import { createRaffleCategory } from '../raffles/raffle-category.service.js';
import { createRaffle } from '../raffles/raffle.service.js';
import { createUser } from '../users/user-admin.service.js';
import { DEMO_SLUG } from './banner.js';

/** SQL: every start asks, before Prisma's engine is loaded. */
const selectAnyRaffle = statement<{ isAny: boolean }>('select_any_raffle', 'SELECT EXISTS (SELECT FROM raffles) AS "isAny"');

const DAY_MS = 24 * 3_600_000;
/** At 20:00 in Brasília. */
const inDays = (days: number): Date => new Date(Math.floor(Date.now() / DAY_MS + days) * DAY_MS + 23 * 3_600_000);

/**
 * A shop worth looking at when the database has no raffle: one open raffle with every kind of prize, others beside it, and one that is
 * drawn by the development beacon within seconds.
 */
export async function ensureDemoShop(app: App): Promise<void> {
  const findAny = async () => (await app.db.query(selectAnyRaffle))[0];
  if ((await findAny())?.isAny) return;
  const guest = await app.contextFor({
    authorization: undefined,
    requestId: 'development',
    clientAddress: '127.0.0.1',
    idempotencyKey: undefined,
  });
  const owner = await app.db.prisma.user.findFirstOrThrow({ where: { role: 'ADMIN', operatorRole: 'OWNER' } });
  const principal = { role: 'ADMIN', id: owner.id, operatorRole: 'OWNER' } as const;
  const ctx: Context = Object.assign(guest, { principal });
  try {
    // First, as all else can be missed.
    await demoRaffle(ctx);
    await otherRaffles(ctx);
    await drawnRaffle(ctx);
  } catch (error) {
    // Another process made them.
    if (!(error instanceof DomainError && (await findAny())?.isAny)) throw error;
  }
}

async function demoRaffle(ctx: Context): Promise<void> {
  const { id } = await createRaffle(ctx, {
    title: 'Moto 0 km',
    slug: DEMO_SLUG,
    status: 'OPEN',
    // The bank may be off.
    confirmNobodyCanPay: true,
    subtitle: 'Ou R$ 18.000 em dinheiro',
    description: 'Uma rifa de demonstração: compre, pague no banco de testes e veja os números chegarem.',
    photoUrl: pictureOf('moto'),
    isHighlighted: true,
    quotaPrice: 50n,
    quotaQuantity: 1_000_000,
    minReservationQuantity: 1,
    maxReservationQuantity: 5_000,
    fastSelectionCards: [10, 50, 100, 500],
    popularSelectionCard: 100,
    enablePromotions: true,
    showAwardedBoxes: true,
    showAwardedBoxesWinners: true,
    showLastBuyers: true,
    prizes: [{ title: 'Moto 0 km', description: 'Ou o valor dela em dinheiro.' }],
  });
  // Once there is a raffle: by it another process that starts sees that this one makes them.
  const { id: categoryId } = await createRaffleCategory(ctx, { name: 'Motos e carros' });
  await updateRaffle(ctx, id, { categoryId });
  await addPrizes(ctx, id);
}

async function otherRaffles(ctx: Context): Promise<void> {
  const { id: phones } = await createRaffleCategory(ctx, { name: 'Celulares' });
  const { id: houses } = await createRaffleCategory(ctx, { name: 'Casas e viagens' });
  await createRaffle(ctx, {
    title: 'Casa de praia',
    slug: 'casa-de-praia',
    status: 'SOON',
    subtitle: 'Pé na areia, mobiliada',
    description: 'Outra rifa de demonstração: as vendas começam em uma semana.',
    categoryId: houses,
    photoUrl: pictureOf('casa'),
    quotaPrice: 500n,
    quotaQuantity: 100_000,
    startsAt: inDays(7),
    drawAt: inDays(60),
    fastSelectionCards: [1, 5, 10],
    prizes: [{ title: 'Casa de praia' }],
  });
  await createRaffle(ctx, {
    title: 'Celular dourado de 512 GB',
    slug: 'celular',
    status: 'OPEN',
    confirmNobodyCanPay: true,
    subtitle: 'Lacrado, com nota fiscal',
    description: 'Outra rifa de demonstração: quem indica um comprador ganha 5% do que ele pagar.',
    categoryId: phones,
    photoUrl: pictureOf('celular'),
    quotaPrice: 99n,
    quotaQuantity: 10_000,
    drawAt: inDays(14),
    affiliate: true,
    commissionBasisPoints: 500,
    showLastBuyers: true,
    fastSelectionCards: [5, 10, 50],
    prizes: [{ title: 'Celular' }, { title: 'Fone de ouvido' }],
  });
}

/** CPFs of nobody: valid by their check digits alone. */
const BUYERS = [
  { name: 'Ana Souza', phone: '11955550101', cpf: '11144477735' },
  { name: 'Bruno Lima', phone: '21955550102', cpf: '52998224725' },
  { name: 'Carla Dias', phone: '31955550103', cpf: '39053344705' },
  { name: 'Davi Rocha', phone: '71955550104', cpf: '15350946056' },
];

/** Free, so that it is sold without a bank. */
async function drawnRaffle(ctx: Context): Promise<void> {
  const { id } = await createRaffle(ctx, {
    title: 'Fim de semana na serra',
    slug: 'fim-de-semana-na-serra',
    status: 'OPEN',
    confirmNobodyCanPay: true,
    description: 'Uma rifa de demonstração já sorteada: confira a conta no seu navegador.',
    photoUrl: pictureOf('serra'),
    quotaPrice: 0n,
    quotaQuantity: 100,
    maxReservationQuantity: 100,
    showLastBuyers: true,
    prizes: [{ title: 'Fim de semana na serra' }, { title: 'Jantar para dois' }],
  });
  for (const [index, buyer] of BUYERS.entries()) {
    const { id: userId } = await createUser(ctx, { role: 'USER', ...buyer });
    await placeOrder(ctx, { raffleId: id, userId, quotaQuantity: 10 + 5 * index }, 'GATEWAY');
  }
  await updateRaffle(ctx, id, { status: 'CLOSED' });
  await createWinner(ctx, id, {});
}

/** Drawn for this service; its pages serve them. */
const pictureOf = (name: string): string => `/static/demo/${name}.svg`;

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
