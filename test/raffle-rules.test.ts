import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_CENTAVOS } from '../src/platform/money.js';
import { newFields } from '../src/raffles/raffle-fields.js';
import { raffleProblems } from '../src/raffles/raffle-rules.js';
import { anAdmin } from './support/actors.js';
import { raffleDesk } from './support/raffles.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
const desk = forTests(async () => raffleDesk(server, (await anAdmin(server)).token));

async function problemsOf(input: Record<string, unknown>): Promise<Record<string, string[]>> {
  const before = await server.app.db.prisma.raffle.count();
  const { raffle, error } = await desk.create(input);
  expect(raffle).toBeNull();
  expect(error?.code).toBe('BAD_USER_INPUT');
  expect(await server.app.db.prisma.raffle.count()).toBe(before);
  return error?.fields ?? {};
}

describe('the rules of a raffle', () => {
  const ALL_WRONG: Record<string, unknown>[] = [
    { title: ' ' },
    { subtitle: 'x'.repeat(161) },
    { description: '' },
    { statusText: 'x'.repeat(81) },
    { slug: 'São-João' },
    { slug: 'a--b' },
    { slug: 'a'.repeat(81) },
    { photoUrl: 'javascript:alert(1)' },
    { photoUrl: 'ftp://example.com/a.png' },
    { whatsappGroup: 'http://chat.whatsapp.com/AbCdEf' },
    { telegram: '@rifas' },
    { whatsapp: '11987654321' },
    { email: 'contato' },
    { certificateCode: '' },
    { certificateIssuer: 'SPA/MF' },
    { certificateIssuer: '', certificateCode: 'SPA 1' },
    { certificateValidFrom: '2030-01-01' },
    { certificateValidUntil: '2030-01-01' },
    { certificateValidUntil: '2030-01-01', certificateValidFrom: '2030-01-02', certificateCode: 'SPA 1' },
    { quotaPrice: '1000000.01' },
    { quotaQuantity: 0 },
    { quotaQuantity: 10_000_001 },
    { minReservationQuantity: 0 },
    { reservationTimeLimit: 0 },
    { reservationTimeLimit: 61 },
    { reservationFields: ['CPF', 'CPF'] },
    { antiSpamMaxQuota: 0 },
    { antiSpamTimeout: 1_441 },
    { unprovenShare: -1 },
    { unprovenShare: 101 },
    { prizes: Array.from({ length: 21 }, () => ({ title: 'x' })) },
    { fastSelectionCards: [0, 1] },
    { fastSelectionCards: [10, 10] },
    { fastSelectionCards: Array.from({ length: 13 }, (_, i) => i + 1) },
    { categoryId: '01990000-0000-7000-8000-00000000dead' },
    { categoryId: 'cars' },
    { reservationType: 'MANUAL' },
    { status: 'CLOSED' },
  ];
  const named = ALL_WRONG.map((input): [string, Record<string, unknown>] => [JSON.stringify(input).slice(0, 60), input]);
  it.each(named)('refuse %s by its field', async (_text, input) => {
    const [field] = Object.keys(input);
    expect(Object.keys(await problemsOf(input)).map((name) => name.replace(/\..*/, ''))).toContain(field);
  });

  it('tell where in the list of prizes one is wrong', async () => {
    expect(await problemsOf({ prizes: [{ title: 'ok' }, { title: '' }] })).toHaveProperty(['prizes.1.title']);
  });

  const RELATIONS: [string, Record<string, unknown>, Record<string, string[]>][] = [
    [
      'the smallest order is no larger than the largest',
      { minReservationQuantity: 11, maxReservationQuantity: 10 },
      { maxReservationQuantity: ['must be at least minReservationQuantity, 11'] },
    ],
    [
      'the largest order fits the raffle',
      { maxReservationQuantity: 101 },
      { maxReservationQuantity: ['must be at most quotaQuantity, 100'] },
    ],
    [
      'the largest order has at most 20,000 quotas',
      { quotaQuantity: 50_000, maxReservationQuantity: 20_001 },
      { maxReservationQuantity: ['must be at most 20000'] },
    ],
    [
      'a buyer may hold at least one order',
      { minReservationQuantity: 5, maxBuyerQuantity: 4 },
      { maxBuyerQuantity: ['must be at least minReservationQuantity, 5'] },
    ],
    [
      'sales start before they end',
      { startsAt: '2030-01-01T00:00:00Z', endsAt: '2030-01-01T00:00:00Z' },
      { endsAt: ['must be after startsAt'] },
    ],
    [
      'the draw is not before the end of the sales',
      { endsAt: '2030-01-02T00:00:00Z', drawAt: '2030-01-01T23:59:59Z' },
      { drawAt: ['must not be before endsAt'] },
    ],
    ['only a price of 0 is free', { freeCampaign: true }, { freeCampaign: ['needs a quotaPrice of 0'] }],
    [
      'a price of 0 is free',
      { quotaPrice: '0.00', freeCampaign: false },
      { freeCampaign: ['must be true where quotaPrice is 0'] },
    ],
    [
      'every card can be ordered',
      { minReservationQuantity: 2, fastSelectionCards: [1, 10] },
      { fastSelectionCards: ['must all be from 2 to 100, like orders'] },
    ],
    [
      'the favourite card is one of the cards',
      { fastSelectionCards: [10, 20], popularSelectionCard: 30 },
      { popularSelectionCard: ['must be one of fastSelectionCards'] },
    ],
    [
      'the largest order is an amount that can be paid',
      { quotaPrice: '500000.00', quotaQuantity: 20_000 },
      { quotaPrice: ['times maxReservationQuantity must be at most 9999999999.99, which is all that one payment can be'] },
    ],
  ];
  it.each(RELATIONS)('see that %s', async (_rule, input, problems) => {
    expect(await problemsOf(input)).toEqual(problems);
  });

  it('tell all problems at once', async () => {
    const problems = await problemsOf({ maxReservationQuantity: 5_000, freeCampaign: true });
    expect(Object.keys(problems).sort()).toEqual(['freeCampaign', 'maxReservationQuantity']);
  });

  it('want a certificate in production before a paid PUBLIC raffle leaves DRAFT, and only then', async () => {
    const production = await startTestServer({ production: true, databaseUrl: server.databaseUrl });
    try {
      const operator = raffleDesk(production, (await anAdmin(production)).token);
      const statusOf = async (input: Record<string, unknown>) => {
        const { raffle, error } = await operator.create({ confirmNobodyCanPay: true, ...input });
        return raffle?.status ?? Object.keys(error?.fields ?? {});
      };

      expect(await statusOf({ status: 'OPEN' })).toEqual(['certificateCode']);
      expect(await statusOf({ status: 'SOON' })).toEqual(['certificateCode']);
      expect(await statusOf({ status: 'DRAFT' })).toBe('DRAFT');
      expect(await statusOf({ status: 'OPEN', certificateCode: 'SPA 1' })).toBe('OPEN');
      expect(await statusOf({ status: 'OPEN', privacy: 'PRIVATE' })).toBe('OPEN');
      expect(await statusOf({ status: 'OPEN', quotaPrice: '0' })).toBe('OPEN');
      expect((await desk.create({ status: 'OPEN', confirmNobodyCanPay: true })).raffle.status).toBe('OPEN');
    } finally {
      await production.stop();
    }
  });

  it('accept any number of quotas at any price that the largest order can be paid with', () => {
    const quotas = fc.integer({ min: 1, max: 10_000_000 });
    const prices = fc.bigInt({ min: 0n, max: 100_000_000n });
    fc.assert(
      fc.property(quotas, prices, (quotaQuantity, quotaPrice) => {
        const fields = newFields({ title: 'Rifa', quotaQuantity, quotaPrice }, 'rifa');
        const payable = quotaPrice * BigInt(Math.min(20_000, quotaQuantity)) <= MAX_CENTAVOS;
        expect(Object.keys(raffleProblems(fields, { production: false }))).toEqual(payable ? [] : ['quotaPrice']);
      }),
    );
  });
});
