import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepMissingRegulations } from '../src/regulations/keep-regulation.js';
import { aCustomer } from './support/actors.js';
import { raffleDesk, raffleRow } from './support/raffles.js';
import { anOpenRaffle, salesRecord } from './support/sales.js';
import { shopForTests } from './support/shop.js';

const { server, admin, desk } = shopForTests();
const operator = () => raffleDesk(server, admin.token);
const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

const FIELDS = 'version lastVersion hash text url createdAt';

async function regulation(raffleId: string, version?: number, token?: string) {
  const { data, errors } = await server.graphql(
    `query ($raffleId: ID!, $version: Int) { raffleRegulation(raffleId: $raffleId, version: $version) { ${FIELDS} } }`,
    { raffleId, version },
    { token },
  );
  return errors ? errors[0]?.extensions.code : data.raffleRegulation;
}

const textOf = async (raffleId: string): Promise<string> => (await regulation(raffleId)).text;
const versionOf = async (raffleId: string): Promise<number> => (await regulation(raffleId)).version;

async function done(document: string, variables: object) {
  const { data, errors } = await server.graphql<any>(document, { ...variables }, admin);
  expect(errors).toBeUndefined();
  return data;
}

const settings = (input: object) =>
  done('mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { siteName } }', { input });

async function order(raffleId: string, acceptedRegulationHash?: string | null) {
  const { token } = await aCustomer(server);
  const answer = await desk.buy(token, { raffleId, quotaQuantity: 1, acceptedRegulationHash });
  return { ...answer, token };
}

async function acceptedBy({ order: placed, token }: Awaited<ReturnType<typeof order>>) {
  const { data } = await server.graphql(
    'query ($id: ID!) { order(id: $id) { createdAt acceptedRegulation { version hash acceptedAt } } }',
    { id: placed?.id },
    { token },
  );
  return data.order;
}

const page = async (path: string) => {
  const response = await fetch(`${server.url}${path}`);
  return { status: response.status, html: await response.text() };
};

afterEach(() => void vi.useRealTimers());

describe('the regulation of a raffle', () => {
  it('is there from when the raffle is published, and its hash is that of the file', async () => {
    const id = await operator().open({ status: 'DRAFT', slug: 'publicada' });
    for (const token of [undefined, admin.token]) expect(await regulation(id, undefined, token)).toBe('NOT_FOUND');
    await operator().update(id, { status: 'SOON' });
    const { version, lastVersion, hash, text, url } = await regulation(id);
    expect([version, lastVersion, hash]).toEqual([1, 1, sha256(text)]);
    const file = await fetch(server.url + url);
    expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(hash);
    const { data } = await server.graphql('{ raffle(slug: "publicada") { regulationHash } }');
    expect(data.raffle).toEqual({ regulationHash: hash });
    await operator().update(id, { status: 'OPEN' });
    expect(await versionOf(id)).toBe(1);
  });

  it('is made with a raffle that is created on sale', async () => {
    expect(await versionOf(await operator().open())).toBe(1);
  });

  it('has a version more with each change of what it says, in all parts of the service, and with no other', async () => {
    const id = await operator().open({ enablePromotions: true, enableQuotaPrizes: true, showAwardedBoxes: true });
    const changes: [does: string, change: () => Promise<unknown>][] = [
      ['Casa na praia', () => operator().update(id, { title: 'Casa na praia' })],
      ['Aluguel por conta do ganhador.', () => operator().update(id, { regulationText: 'Aluguel por conta do ganhador.' })],
      ['1º prêmio: A chave (Na praia)', () => operator().update(id, { prizes: [{ title: 'A chave', description: 'Na praia' }] })],
      ['Cada cota custa R$ 2,50.', () => operator().update(id, { quotaPrice: '2.50' })],
      ['SPA/MF 1', () => operator().update(id, { certificateCode: 'SPA/MF 1' })],
      ['em até 365 dias', () => operator().update(id, { prizeClaimDays: 365 })],
      [
        'Promoção: 10 cotas por R$ 20,00.',
        () =>
          done('mutation ($id: ID!, $input: PromotionInput!) { createPromotion(raffleId: $id, input: $input) { id } }', {
            id,
            input: { kind: 'EXACT', quotaQuantity: 10, price: '20.00' },
          }),
      ],
      [
        'Em cotas premiadas: 1 × R$ 500.',
        () =>
          done(
            'mutation ($id: ID!, $input: CreateQuotaPrizesInput!) { createQuotaPrizes(raffleId: $id, input: $input) { ids } }',
            {
              id,
              input: { prizes: [{ luckyNumber: '07', prize: 'R$ 500' }] },
            },
          ),
      ],
      [
        'Em caixas: 3 × Bicicleta, R$ 900,00 cada',
        () =>
          done('mutation ($input: CreateAwardedBoxInput!) { createAwardedBox(input: $input) { id } }', {
            input: { raffleId: id, title: 'Bicicleta', quantity: 3, prize: '900.00', mode: 'ALEATORIO' },
          }),
      ],
    ];
    let version = 1;
    for (const [says, change] of changes) {
      await change();
      version += 1;
      expect([says, await versionOf(id)]).toEqual([says, version]);
      expect(await textOf(id)).toContain(says);
    }
    await operator().update(id, { title: 'Casa na praia', statusText: 'Últimas', showRank: true });
    expect(await versionOf(id)).toBe(version);
    expect(await regulation(id, version + 1)).toBe('NOT_FOUND');
    expect((await regulation(id, 1)).text).toContain('REGULAMENTO: Moto zero');
  });

  it('says what the law asks for', async () => {
    await settings({ companyName: 'Rifas da Ana Ltda.', cnpj: '11.222.333/0001-81', supportEmail: 'ana@example.com' });
    const id = await operator().open({
      certificateCode: 'SPA/MF 04.000001/2026',
      certificateIssuer: 'SPA/MF',
      certificateValidFrom: '2026-01-31',
      certificateValidUntil: '2099-02-28',
      endsAt: '2099-01-01T02:59:00Z',
      quotaQuantity: 100_000,
      drawMode: 'LOTERIA_FEDERAL',
      reservationFields: ['BIRTH_DATE'],
    });
    const text = await textOf(id);
    for (const says of [
      'Rifas da Ana Ltda.\nCNPJ 11.222.333/0001-81',
      'Certificado de autorização SPA/MF 04.000001/2026, emitido por SPA/MF.',
      'Válido a partir de 31/01/2026',
      'Válido até 28/02/2099',
      'As vendas terminam em 31/12/2098 às 23:59',
      'A rifa tem 100.000 cotas. Cada cota custa R$ 1,00.',
      'de 00000 a 99999',
      'a unidade de cada um dos últimos 5 prêmios',
      'em até 180 dias',
      'desistir em até 7 dias',
      '18 anos ou mais',
      'Contato: ana@example.com',
      '/draw',
    ])
      expect(text).toContain(says);
    expect(await textOf(await operator().open())).toContain('uma rodada futura do farol público drand');
  });

  it('has the statement of age of a paid raffle for adults, and of no other', async () => {
    const says = async (input: object) =>
      (await textOf(await operator().open({ ...input }))).includes('quem compra declara que tem 18 anos');
    expect([await says({}), await says({ adultsOnly: false }), await says({ quotaPrice: '0' })]).toEqual([true, false, false]);
    await operator().open({ slug: 'adultos' });
    expect((await page('/r/adultos?lang=pt-BR')).html).toContain('e declara: tenho 18 anos ou mais');
  });

  it('does not tell what is in boxes that the raffle does not show', async () => {
    const id = await operator().open({ showAwardedBoxes: false });
    await done('mutation ($input: CreateAwardedBoxInput!) { createAwardedBox(input: $input) { id } }', {
      input: { raffleId: id, title: 'Bicicleta', quantity: 3, prize: '900.00', mode: 'ALEATORIO' },
    });
    expect(await textOf(id)).not.toContain('Bicicleta');
    const { data } = await server.graphql('query ($id: ID!) { raffle(id: $id) { commitments { boxesHash } } }', { id });
    expect(await textOf(id)).toContain(`SHA-256 da lista: ${data.raffle.commitments.boxesHash}`);
  });

  it('names another promoter in all raffles that sell, and in no other', async () => {
    const [open, draft, cancelled] = [
      await operator().open(),
      await operator().open({ status: 'DRAFT' }),
      await operator().open(),
    ];
    await operator().update(cancelled, { status: 'CANCELLED' });
    await settings({ companyName: 'Outra Ltda.' });
    expect(await regulation(open)).toMatchObject({ version: 2, text: expect.stringContaining('Outra Ltda.') });
    expect((await regulation(cancelled)).text).not.toContain('Outra Ltda.');
    expect(await regulation(draft, undefined, admin.token)).toBe('NOT_FOUND');
    await settings({ notes: 'Nada' });
    expect(await versionOf(open)).toBe(2);
  });

  it('cannot be changed or deleted in the database', async () => {
    const raffleId = await operator().open();
    const where = { raffleId_version: { raffleId, version: 1 } };
    const { raffleRegulation } = server.app.db.prisma;
    await expect(raffleRegulation.update({ where, data: { text: 'x' } })).rejects.toThrow('append-only');
    await expect(raffleRegulation.delete({ where })).rejects.toThrow('append-only');
    const data = { raffleId, version: 2, text: 'x', hash: Buffer.alloc(32) };
    await expect(raffleRegulation.create({ data })).rejects.toThrow('raffle_regulations_hash_check');
    expect(await versionOf(raffleId)).toBe(1);
  });

  it('is made for raffles that were on sale before there were regulations, once', async () => {
    const [{ id }, draft] = [await anOpenRaffle(server), await anOpenRaffle(server, { status: 'DRAFT' })];
    expect(await regulation(id)).toBe('NOT_FOUND');
    const kept = await Promise.all([1, 2].map(() => keepMissingRegulations(server.app)));
    expect(kept[0]! + kept[1]!).toBeGreaterThan(0);
    expect(await versionOf(id)).toBe(1);
    expect(await regulation(draft.id, undefined, admin.token)).toBe('NOT_FOUND');
    expect(await keepMissingRegulations(server.app)).toBe(0);
  });

  it('is on the timeline by its hash when it changes', async () => {
    const id = await operator().open();
    await operator().update(id, { regulationText: 'Entrega em São Paulo.' });
    const [before, after] = [(await regulation(id, 1)).hash, (await regulation(id, 2)).hash];
    const { data } = await server.graphql(
      'query ($id: ID!) { raffleTimeline(raffleId: $id) { nodes { kind changes { term before after } } } }',
      { id },
    );
    expect(data.raffleTimeline.nodes).toEqual([
      { kind: 'PUBLISHED', changes: [] },
      { kind: 'TERMS_CHANGED', changes: [{ term: 'regulation', before, after }] },
    ]);
  });
});

describe('an order', () => {
  it('is decided by the regulation of now, however old the copy of the raffle is', async () => {
    const id = await operator().open();
    const { hash } = await regulation(id);
    await order(id, hash);
    for (const companyName of ['Uma Ltda.', 'Duas Ltda.']) await settings({ companyName });
    expect((await order(id, hash)).code).toBe('CONFLICT');
  });

  it('keeps which version the buyer accepted, or none', async () => {
    const id = await operator().open();
    const { hash } = await regulation(id);
    const placed = await order(id, hash.toUpperCase());
    const { createdAt, acceptedRegulation } = await acceptedBy(placed);
    expect(acceptedRegulation).toEqual({ version: 1, hash, acceptedAt: createdAt });
    for (const none of [undefined, null]) expect((await acceptedBy(await order(id, none))).acceptedRegulation).toBeNull();
  });

  it('shows the accepted version on its public page, with the address of its text', async () => {
    const id = await operator().open({ slug: 'aceita' });
    const { hash } = await regulation(id);
    const [accepting, other] = [await order(id, hash), await order(id)];
    await operator().update(id, { regulationText: 'O prêmio não inclui a entrega.' });
    const byLink = async ({ order: placed }: typeof accepting) => {
      const token = server.app.orderLinks.tokenOf(placed?.id ?? '');
      const { data } = await server.graphql(
        'query ($token: String!) { orderByLink(token: $token) { createdAt acceptedRegulation { version hash acceptedAt } } }',
        { token },
      );
      return { ...data.orderByLink, ...(await page(`/pedido/${token}`)) };
    };
    const shown = await byLink(accepting);
    expect(shown.acceptedRegulation).toEqual({ version: 1, hash, acceptedAt: shown.createdAt });
    expect(shown.html).toContain('Regulamento aceito: <a href="/r/aceita/regulamento?versao=1">versão 1</a>');
    const none = await byLink(other);
    expect([none.acceptedRegulation, none.status]).toEqual([null, 200]);
    expect(none.html).not.toContain('Regulamento aceito');
  });

  it('still points to what its buyer accepted, though the organiser changes it after the sale began', async () => {
    const id = await operator().open();
    const { hash, text } = await regulation(id);
    const placed = await order(id, hash);
    await desk.pay(admin.token, placed.order?.id ?? '');
    await operator().update(id, { regulationText: 'O prêmio não inclui a entrega.' });
    expect((await acceptedBy(placed)).acceptedRegulation).toMatchObject({ version: 1, hash });
    expect((await regulation(id, 1)).text).toBe(text);
    expect((await regulation(id)).version).toBe(2);
  });

  it('of a regulation that is none is refused, and the refusal says the current one', async () => {
    const id = await operator().open();
    const { hash } = await regulation(id);
    const before = await salesRecord(server, id);
    const refused = await order(id, '0'.repeat(64));
    expect(refused).toMatchObject({ order: undefined, code: 'CONFLICT', message: expect.stringContaining(hash) });
    expect(await order(id, 'v1')).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { acceptedRegulationHash: ['must be a SHA-256 in hexadecimal, 64 digits'] },
    });
    expect(await salesRecord(server, id)).toEqual(before);
    const other = await operator().open({ title: 'Outra' });
    expect((await order(other, hash)).code).toBe('CONFLICT');
    const { id: without } = await anOpenRaffle(server);
    expect((await order(without, hash)).message).toContain('no regulation yet');
  });

  it('of the version before is taken for five minutes, as what it is, and not of one before that', async () => {
    const id = await operator().open();
    const first = await regulation(id);
    await operator().update(id, { title: 'Moto azul' });
    const placed = await order(id, first.hash);
    expect((await acceptedBy(placed)).acceptedRegulation).toMatchObject({ version: 1 });

    const second = await regulation(id);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(second.createdAt) + 5 * 60_000 });
    expect((await order(id, first.hash)).code).toBe('CONFLICT');
    expect((await order(id, second.hash)).order?.status).toBe('PENDING');
    vi.useRealTimers();

    await operator().update(id, { regulationText: 'Entrega em São Paulo.' });
    expect((await order(id, first.hash)).code).toBe('CONFLICT');
    expect((await acceptedBy(await order(id, second.hash))).acceptedRegulation).toMatchObject({ version: 2 });
  });
});

describe("a regulation's page", () => {
  it('shows a version with its hash and its file, old ones too, and says which one applies', async () => {
    const id = await operator().open({ slug: 'com-pagina', certificateCode: 'SPA/MF 9' });
    await operator().update(id, { regulationText: 'Entrega <b>em São Paulo</b>.' });
    const [first, second] = [await regulation(id, 1), await regulation(id, 2)];
    const current = (await page('/r/com-pagina/regulamento?lang=pt-BR')).html;
    for (const says of [second.hash, second.url, 'Versão 2, a atual', 'href="/r/com-pagina/regulamento?versao=1"', 'SPA/MF 9'])
      expect(current).toContain(says);
    expect(current).toContain('Entrega &lt;b>em São Paulo');
    const old = (await page('/r/com-pagina/regulamento?versao=1&lang=en')).html;
    for (const says of [first.hash, first.url, 'Version 1 of 2', 'no longer applies', 'The regulation is in Portuguese'])
      expect(old).toContain(says);
    expect((await page('/r/com-pagina?lang=pt-BR')).html).toContain('Ao comprar, você aceita o');
  });

  it('is none of a version, a raffle or a DRAFT that there is not', async () => {
    await operator().open({ slug: 'rascunho-sem', status: 'DRAFT' });
    await operator().open({ slug: 'com-uma' });
    for (const path of [
      'com-uma/regulamento?versao=2',
      'com-uma/regulamento?versao=0',
      'com-uma/regulamento?versao=x',
      'rascunho-sem/regulamento',
      'nada/regulamento',
    ])
      expect([path, (await page(`/r/${path}`)).status]).toEqual([path, 404]);
    const draft = await operator().open({ slug: 'era-publica' });
    const { url } = await regulation(draft);
    const withdrawn = await operator().update(draft, { status: 'SOON' });
    expect(withdrawn.error?.code).toBe('CONFLICT');
    await server.app.db.prisma.raffle.update({ where: { id: draft }, data: { status: 'DRAFT' } });
    server.app.rafflePages.drop(draft);
    expect((await page(url)).status).toBe(404);
    expect((await raffleRow(server, draft)).status).toBe('DRAFT');
  });
});
