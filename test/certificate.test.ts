import { afterEach, describe, expect, it, vi } from 'vitest';
import { expireOrders } from '../src/orders/order-expiry.js';
import { businessDay } from '../src/platform/business-day.js';
import { aCustomer } from './support/actors.js';
import { ageCaches } from './support/clock.js';
import { raffleDesk } from './support/raffles.js';
import { letExpire, salesRecord } from './support/sales.js';
import { shopForTests } from './support/shop.js';

const { server, admin, desk } = shopForTests();
const DAY_MS = 86_400_000;
const ZONE = 'America/Sao_Paulo';

/** A day of the business so many days from today, ISO 8601. */
const dayIn = (days: number): string => new Date(Date.parse(businessDay(ZONE)) + days * DAY_MS).toISOString().slice(0, 10);
const words = (day: string): string => day.split('-').reverse().join('/');

async function aRaffle(input: Record<string, unknown>): Promise<string> {
  return raffleDesk(server, admin.token).open({ certificateCode: 'SPA/MF 04.000001/2026', ...input });
}

const buy = async (raffleId: string, language = 'en') => {
  const { token } = await aCustomer(server);
  return desk.buy(token, { raffleId, quotaQuantity: 1 }, { 'accept-language': language });
};

async function read(raffleId: string, fields: string, token?: string) {
  const { data, errors } = await server.graphql(
    `query ($id: ID!) { raffle(id: $id) { ${fields} } }`,
    { id: raffleId },
    { token },
  );
  expect(errors).toBeUndefined();
  return data.raffle;
}

afterEach(() => void vi.useRealTimers());

describe('the certificate of authorisation', () => {
  it.each([
    ['from today', { certificateValidFrom: dayIn(0) }, 'VALID'],
    ['until today', { certificateValidUntil: dayIn(0) }, 'VALID'],
    ['today only', { certificateValidFrom: dayIn(0), certificateValidUntil: dayIn(0) }, 'VALID'],
    ['without dates', {}, 'VALID'],
    ['from tomorrow on', { certificateValidFrom: dayIn(1) }, 'NOT_YET'],
    ['until yesterday', { certificateValidUntil: dayIn(-1) }, 'OVER'],
  ])('that is valid %s', async (_days, dates, standing) => {
    const id = await aRaffle(dates);
    expect(await read(id, 'certificateStanding')).toEqual({ certificateStanding: standing });
    const before = await salesRecord(server, id);
    const { order, code } = await buy(id);
    expect(order?.status ?? code).toBe(standing === 'VALID' ? 'PENDING' : 'CONFLICT');
    if (standing !== 'VALID') expect(await salesRecord(server, id)).toEqual(before);
  });

  it('says which days it covers, in both languages', async () => {
    const notYet = await aRaffle({ certificateValidFrom: dayIn(1) });
    const over = await aRaffle({ certificateValidUntil: dayIn(-1) });
    expect((await buy(notYet)).message).toBe(
      `The authorisation of this raffle is valid from ${dayIn(1)} on: nothing is sold before.`,
    );
    expect((await buy(over, 'pt-BR')).message).toBe(
      `A autorização desta rifa valeu até ${words(dayIn(-1))}: nada é vendido depois.`,
    );
  });

  it('sells until the last second of its last day in the zone of the business, and not a second longer', async () => {
    const id = await aRaffle({ certificateValidUntil: dayIn(0) });
    // Midnight in Brasília is 03:00 UTC.
    const midnight = Date.parse(`${dayIn(1)}T03:00:00Z`);
    vi.useFakeTimers({ toFake: ['Date'], now: midnight - 1_000 });
    expect((await buy(id)).order?.status).toBe('PENDING');
    vi.setSystemTime(midnight);
    expect((await buy(id)).code).toBe('CONFLICT');
  });

  it('is looked at again when an operator changes it, both ways', async () => {
    const id = await aRaffle({ certificateValidUntil: dayIn(-1) });
    const operator = raffleDesk(server, admin.token);
    expect((await buy(id)).code).toBe('CONFLICT');
    await operator.update(id, { certificateValidUntil: dayIn(0) });
    expect((await buy(id)).order?.status).toBe('PENDING');
    await operator.update(id, { certificateValidUntil: dayIn(-1) });
    expect((await buy(id)).code).toBe('CONFLICT');
  });

  it('lets an order that was placed in time be paid after it, and no order that ended', async () => {
    const id = await aRaffle({ certificateValidUntil: dayIn(0) });
    const [inTime, ended] = [await buy(id), await buy(id)];
    await letExpire(server, ended.order?.id ?? '', 121);
    await expireOrders(server.app);
    await raffleDesk(server, admin.token).update(id, { certificateValidUntil: dayIn(-1) });
    expect((await desk.pay(admin.token, inTime.order?.id ?? '')).order?.status).toBe('PAID');
    expect(await desk.pay(admin.token, ended.order?.id ?? '')).toMatchObject({
      order: undefined,
      code: 'CONFLICT',
      message: expect.stringContaining('was valid until'),
    });
  });

  it('is part of the timeline when it changes', async () => {
    const id = await aRaffle({ certificateIssuer: 'SPA/MF', certificateValidUntil: dayIn(0) });
    await raffleDesk(server, admin.token).update(id, { certificateIssuer: 'SECAP', certificateValidUntil: dayIn(9) });
    const { data } = await server.graphql(
      'query ($id: ID!) { raffleTimeline(raffleId: $id) { nodes { kind changes { term before after } } } }',
      { id },
    );
    expect(data.raffleTimeline.nodes[1]).toEqual({
      kind: 'TERMS_CHANGED',
      changes: [
        { term: 'certificateIssuer', before: 'SPA/MF', after: 'SECAP' },
        { term: 'certificateValidUntil', before: dayIn(0), after: dayIn(9) },
      ],
    });
  });
});

describe("a raffle's page", () => {
  const html = async (raffleId: string, path = '') => {
    const { slug } = await read(raffleId, 'slug');
    // Scripts have the data, and the words of every state.
    return (await (await fetch(`${server.url}/r/${slug}${path}?lang=pt-BR`)).text()).split('<script type="application/json"')[0];
  };

  it('says that nothing is sold now, and until when it was, in place of the way to buy', async () => {
    const over = await aRaffle({ certificateValidUntil: '2026-01-31' });
    const page = await html(over);
    expect(page).toContain('valeu até 31 de jan. de 2026');
    expect(page).not.toContain('Quantas cotas você quer?');
    expect(await html(await aRaffle({ certificateValidFrom: '2099-01-31' }))).toContain('vale a partir de 31 de jan. de 2099');
    expect(await html(await aRaffle({ certificateValidUntil: '2099-01-31' }))).toContain('Quantas cotas você quer?');
  });

  it.each(['', '/draw'])('names the certificate, who issued it and its days at %s', async (path) => {
    const dates = { certificateValidFrom: '2026-01-31', certificateValidUntil: '2099-02-28' };
    const page = await html(await aRaffle({ certificateIssuer: 'SPA/MF', ...dates }), path);
    expect(page).toContain(
      'Certificado de autorização SPA/MF 04.000001/2026, emitido por SPA/MF, válido a partir de 31 de jan. de 2026',
    );
    expect(page).toContain('válido até 28 de fev. de 2099');
  });
});

describe('the promoter of a raffle', () => {
  const settings = (input: object) =>
    server.graphql('mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { siteName } }', { input }, admin);

  it('is the company of the settings, where the law wants it named', async () => {
    const paid = await raffleDesk(server, admin.token).open();
    const free = await raffleDesk(server, admin.token).open({ quotaPrice: '0' });
    const certified = await aRaffle({ quotaPrice: '0' });
    expect(await read(paid, 'promoter { name cnpj }')).toEqual({ promoter: null });

    await settings({ companyName: 'Rifas da Ana Ltda.', cnpj: '11.222.333/0001-81', showCompany: false });
    ageCaches(3_000);
    const promoter = { name: 'Rifas da Ana Ltda.', cnpj: '11222333000181' };
    expect(await read(paid, 'promoter { name cnpj }')).toEqual({ promoter });
    expect(await read(certified, 'promoter { name cnpj }')).toEqual({ promoter });
    expect(await read(free, 'promoter { name cnpj }')).toEqual({ promoter: null });
    const { data } = await server.graphql('{ settings { companyName cnpj } }');
    expect(data.settings).toEqual({ companyName: null, cnpj: null });
  });
});

describe('the percentage of a raffle with a certificate', () => {
  const set = (name: 'create' | 'update', raffleId: string) =>
    server.graphql(
      `mutation ($input: FakeSoldQuotasPercentageInput!) { ${name}FakeSoldQuotasPercentage(input: $input) { percentage } }`,
      { input: { raffleId, percentage: 80 } },
      admin,
    );
  const bar = 'sellBar { displayedPercentage displayedIsAdjusted }';
  const real = { sellBar: { displayedPercentage: 0, displayedIsAdjusted: false } };

  it('cannot be adjusted', async () => {
    const id = await aRaffle({});
    for (const name of ['create', 'update'] as const) {
      const { errors } = await set(name, id);
      expect(errors?.[0]?.extensions.code).toBe('CONFLICT');
      expect(errors?.[0]?.message).toContain('what is really sold');
    }
    expect(await read(id, bar)).toEqual(real);
  });

  it('is the real one though it was adjusted before', async () => {
    const id = await raffleDesk(server, admin.token).open();
    expect((await set('create', id)).errors).toBeUndefined();
    expect(await read(id, bar)).toEqual({ sellBar: { displayedPercentage: 80, displayedIsAdjusted: true } });
    await raffleDesk(server, admin.token).update(id, { certificateCode: 'SPA/MF 04.000002/2026' });
    ageCaches(200);
    for (const token of [undefined, admin.token]) expect(await read(id, bar, token)).toEqual(real);
    const { data } = await server.graphql(
      'query ($id: ID!) { fakeSoldQuotasPercentage(raffleId: $id) { percentage } }',
      { id },
      admin,
    );
    expect(data.fakeSoldQuotasPercentage).toBeNull();
  });
});
