import { randomUUID } from 'node:crypto';
import { deleteRaffle, updateRaffle } from '../../src/raffles/raffle-change.service.js';
import { moveRafflesByDate } from '../../src/raffles/raffle-dates.js';
import type { FeatureTests } from '../features.js';
import type { ActStage } from '../support/operator-acts.js';

const aCategory = async ({ done }: ActStage) => ({
  id: (await done('createRaffleCategory', { input: { name: randomUUID() } })).id,
});

export const raffles: FeatureTests = {
  operations: `
    raffles               P      GET /v1/raffles
    raffle                P      GET /v1/raffles/{raffleId}  GET /v1/raffles/slug/{slug}  GET /v1/raffles/{raffleId}/promotions
    createRaffle          A(OM)  POST /v1/raffles
    updateRaffle          A(OM)  PATCH /v1/raffles/{raffleId}
    deleteRaffle          A(OM)  DELETE /v1/raffles/{raffleId}
    duplicateRaffle       A(OM)  POST /v1/raffles/{raffleId}/copies
    raffleCategories      P      GET /v1/raffle-categories
    createRaffleCategory  A(OM)  POST /v1/raffle-categories
    updateRaffleCategory  A(OM)  PATCH /v1/raffle-categories/{id}
    deleteRaffleCategory  A(OM)  DELETE /v1/raffle-categories/{id}`,
  acts: {
    createRaffle: async () => ({ input: { title: 'Moto zero', quotaPrice: '1.00', quotaQuantity: 100 } }),
    updateRaffle: async ({ aRaffle }) => ({ id: await aRaffle(), input: { title: 'Moto azul' } }),
    deleteRaffle: async ({ aRaffle }) => ({ id: await aRaffle() }),
    duplicateRaffle: async ({ aRaffle }) => ({ id: await aRaffle(), input: { title: 'Moto outra vez' } }),
    createRaffleCategory: async () => ({ input: { name: randomUUID() } }),
    updateRaffleCategory: async (stage) => ({ ...(await aCategory(stage)), input: { name: randomUUID() } }),
    deleteRaffleCategory: aCategory,
  },
  matrix: async ({ raffleId }) => ({ ids: { Raffle: raffleId, raffleId }, calls: { raffle: () => ({ id: raffleId }) } }),
  people: ({ app, admin, of: { raffles: sold } }) => ({
    'change a raffle': () => updateRaffle(admin, sold.huge, { subtitle: 'Moto azul' }),
    'change what the first order freezes': () => updateRaffle(admin, sold.unordered, { quotaPrice: 300n }),
    'delete a raffle': () => deleteRaffle(admin, sold.unsold),
    async 'call a raffle off'() {
      const { amount } = await app.refundTotalOf(sold.small);
      return updateRaffle(admin, sold.small, { status: 'CANCELLED', confirmRefundTotal: amount });
    },
  }),
  rounds: ({ app }) => ({ 'raffles.dates': () => moveRafflesByDate(app) }),
  lists: () => ({ raffles: { isPublic: true } }),
  faults: {
    'src/raffles/adult.ts': [
      {
        name: 'a minor buys of a paid raffle that asks for no birth date',
        find: '(adultsOnly && quotaPrice > 0n) || ',
        replace: '',
        tests: ['test/order-buyers.test.ts'],
      },
      {
        name: 'a minor buys where the birth date is asked for',
        find: 'const ADULT_YEARS = 18;',
        replace: 'const ADULT_YEARS = 17;',
        tests: ['test/order-buyers.test.ts'],
      },
    ],
    'src/raffles/raffle.service.ts': [
      {
        name: 'an operator sees the copy of a raffle that everybody sees',
        find: 'isAdmin(ctx) ? findRow(ctx, { id, slug }, selection) : findPage(ctx, { id, slug })',
        replace: 'isAdmin(ctx) && id === slug ? findRow(ctx, { id, slug }, selection) : findPage(ctx, { id, slug })',
        tests: ['test/raffle-reading.test.ts', 'test/raffle-pages.test.ts'],
      },
    ],
    'src/raffles/raffle-access.ts': [
      {
        name: 'a list of a DRAFT says to a buyer that there is such a raffle',
        find: "if (!raffle || (raffle.status === 'DRAFT' && principal.role !== 'ADMIN')) throw refuse('raffles.notFound');",
        replace: "if (!raffle) throw refuse('raffles.notFound');",
        tests: ['test/drafts.test.ts'],
      },
    ],
    'src/raffles/raffle.sql.ts': [
      {
        name: 'the slug of a DRAFT takes longer than one that nobody has',
        find: "AND deleted_at IS NULL AND status <> 'DRAFT'\"",
        replace: 'AND deleted_at IS NULL"',
        tests: ['test/drafts.test.ts'],
      },
      {
        name: 'a draft is on the page that everybody sees',
        find: "r.deleted_at IS NULL AND r.status <> 'DRAFT'`",
        replace: 'r.deleted_at IS NULL`',
        tests: ['test/raffle-reading.test.ts'],
      },
    ],
    'src/raffles/raffle-copy.service.ts': [
      {
        name: 'a copy of a raffle is authorised by the certificate of the other',
        find: '  certificateCode: null,\n',
        replace: '',
        tests: ['test/raffle-copies.test.ts'],
      },
    ],
    'src/raffles/change-raffle.ts': [
      {
        name: 'a page of a raffle is kept though it was changed here',
        find: 'ctx.rafflePages.drop(id);',
        replace: '',
        tests: ['test/raffle-pages.test.ts'],
      },
    ],
    'src/raffles/raffle-change.service.ts': [
      {
        name: 'the announced time of a frozen raffle moves',
        find: "if (raffle.frozenAt && 'drawAt' in changes)",
        replace: "if (raffle.frozenAt && 'drawAt' in changes && 'title' in changes)",
        tests: ['test/draws.test.ts'],
      },
      {
        name: 'what a prize is changes after the first sale',
        find: "...(promisesChange ? ['prizes'] : []),",
        replace: '',
        tests: ['test/raffle-pictures.test.ts'],
      },
      {
        name: 'whether boxes of combos add up changes after the first sale',
        find: "  'acumulativeCombo',\n",
        replace: '',
        tests: ['test/awarded-boxes.test.ts'],
      },
    ],
    'src/raffles/is-video.ts': [
      {
        name: 'the link of a video has a login in it',
        find: 'if (addressProblem(address)) return false;',
        replace: '',
        tests: ['test/raffle-pictures.test.ts'],
      },
    ],
    'src/raffles/raffle-status.ts': [
      {
        name: 'a raffle is called off by who sees the winners coming',
        find: "if (to === 'CANCELLED' && fromThenOn.getTime() < Date.now()) return;",
        replace: "if (to === 'CANCELLED') return;",
        tests: ['test/draws.test.ts'],
      },
    ],
    'src/raffles/certificate.ts': [
      {
        name: 'a raffle sells a day longer than its certificate allows',
        find: 'today > certifiedUntil',
        replace: 'today.slice(0, 7) > certifiedUntil',
        tests: ['test/certificate.test.ts'],
      },
    ],
    'src/raffles/raffle.snapshot.ts': [
      {
        name: 'a raffle with a certificate shows more than it sold',
        find: 'CASE WHEN r.certificate_code IS NULL THEN r.fake_sold_percentage END',
        replace: 'r.fake_sold_percentage',
        tests: ['test/certificate.test.ts'],
      },
      {
        name: 'promotions apply while they are switched off',
        find: 'CASE WHEN r.enable_promotions THEN',
        replace: 'CASE WHEN true THEN',
        tests: ['test/promotions.test.ts', 'test/pricing.test.ts'],
      },
    ],
  },
};
