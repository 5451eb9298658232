import pg from 'pg';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { anAdmin } from './support/actors.js';
import { ageCaches } from './support/clock.js';
import { startFlakyDatabase } from './support/flaky-database.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const UPDATE = 'mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { siteName } }';
const SCRIPT = '<script>alert(1)</script>';

const server = forTests(() => startTestServer({ site: { name: 'Rifas', color: '#ffcc00', logoUrl: undefined } }));
const admin = forTests(() => anAdmin(server));
beforeAll(() => anOpenRaffle(server, { slug: 'moto' }));
beforeEach(async () => {
  const tables = 'DELETE FROM notifications; DELETE FROM faqs; DELETE FROM site_settings;';
  await server.app.db.pool.query(`${tables} INSERT INTO site_settings DEFAULT VALUES`);
  server.app.site.drop();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const update = async (input: object) => {
  const { errors } = await server.graphql(UPDATE, { input }, { token: admin.token });
  expect(errors).toBeUndefined();
};
async function page(path: string, url = server.url) {
  const response = await fetch(`${url}${path}`);
  const html = await response.text();
  const [body = ''] = html.split('<script type="application/json"').slice(0, 1);
  return { status: response.status, csp: response.headers.get('content-security-policy'), html, body };
}
/** Of a page as it becomes: it is kept for half a second. */
const body = async (path: string) => (await page(path)).body;
const create = (name: string, type: string, input: object) =>
  server.graphql(`mutation ($input: ${type}!) { ${name}(input: $input) { id } }`, { input }, { token: admin.token });

it('every page shows what it is called and its colour within a second of a change', async () => {
  for (const path of ['/r/moto', '/r/moto/draw', '/dashboard', '/r/nada']) expect((await page(path)).html).toContain('Rifas');
  await update({ siteName: 'Rifas da Ana', color: '#0000ff', logoUrl: 'https://cdn.example.com/logo.png' });
  const changed = performance.now();
  for (const path of ['/r/moto', '/r/moto/draw', '/dashboard', '/r/nada']) {
    await expect.poll(() => body(path), { interval: 50 }).toMatch(/Rifas da Ana.*https:\/\/cdn\.example\.com\/logo\.png/s);
    const { html, csp } = await page(path);
    expect(html).toContain('--accent:#0000ff');
    // The sheet of that colour is named by its hash, or a browser would not take it.
    expect(csp).toMatch(/style-src 'self'( 'sha256-[^']+')+;/);
  }
  expect(performance.now() - changed).toBeLessThan(1_000);
});

it('pages take no read of the database each: one of the site serves them for a while', async () => {
  // Stands still: on a busy machine twenty pages take longer than what is read of the site is kept.
  vi.useFakeTimers({ toFake: ['performance'] });
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  for (let n = 0; n < 20; n += 1) expect((await page(`/r/nada-${n}`)).status).toBe(404);
  const names = asked.mock.calls.map(([sent]) => String((sent as { name?: unknown }).name));
  expect(names.filter((name) => name === 'select_site')).toHaveLength(1);
});

it('a text has a page of its own where there is one: paragraphs of text, whatever is in it, without a script', async () => {
  for (const path of ['/termos', '/privacidade', '/sobre', '/faq']) {
    const { status, body: html } = await page(path);
    expect([path, status, html.includes('Não há nada aqui')]).toEqual([path, 404, true]);
  }
  await update({
    termsText: `Primeiro ${SCRIPT}\n2ª linha\n\n\nSegundo & último`,
    privacyText: 'Nada se vende.',
    aboutText: 'Somos nós.',
  });
  await expect.poll(async () => (await page('/termos')).status).toBe(200);
  const { html, body: words, csp } = await page('/termos');
  expect(words).toContain('<h1>Termos de uso</h1>');
  expect(words).toContain('<p>Primeiro &lt;script>alert(1)&lt;/script>\n2ª linha</p><p>Segundo &amp; último</p>');
  expect(html).not.toContain(SCRIPT);
  expect(html).not.toMatch(/<script type="module"/);
  expect(csp).toContain("script-src 'self'");
  await expect.poll(() => body('/privacidade')).toContain('<p>Nada se vende.</p>');
  await expect.poll(() => body('/sobre')).toContain('<h1>Quem somos</h1>');
  expect((await page('/termos?lang=en')).body).toContain('<h1>Terms of use</h1>');
});

it('the FAQs have one too, those that are active in their order, and the raffle leads to all that there is', async () => {
  expect(await body('/r/moto')).not.toContain('href="/faq"');
  for (const question of ['Como pago?', 'Quando é o sorteio?'])
    await create('createFaq', 'CreateFaqInput', { question, answer: 'Um.\n\nDois.' });
  await create('createFaq', 'CreateFaqInput', { question: 'Oculta?', answer: 'x', active: false });
  await update({ termsText: 'Termos' });
  await expect.poll(() => body('/faq')).toMatch(/Como pago\?.*<p>Um\.<\/p><p>Dois\.<\/p>.*Quando é o sorteio\?/s);
  expect(await body('/faq')).not.toContain('Oculta?');
  await expect.poll(() => body('/r/moto')).toMatch(/href="\/faq".*href="\/termos"/s);
  expect(await body('/r/moto')).not.toContain('href="/privacidade"');
});

it("what visitors are told stands above the raffle while it is in time, and the company at the page's end where the public is told", async () => {
  await create('createNotification', 'CreateNotificationInput', {
    title: `Sorteio ${SCRIPT}`,
    body: 'Hoje, 20h',
    link: 'https://example.com/ao-vivo',
  });
  await create('createNotification', 'CreateNotificationInput', {
    title: 'Amanhã',
    body: 'x',
    startsAt: new Date(Date.now() + 86_400_000),
  });
  await update({
    companyName: 'Ana Ltda.',
    cnpj: '11222333000181',
    supportEmail: 'ana@example.com',
    supportPhone: '11987654321',
  });
  await expect.poll(() => body('/r/moto')).toMatch(/Sorteio &lt;script>.*Hoje, 20h.*href="https:\/\/example\.com\/ao-vivo"/s);
  expect(await body('/r/moto')).not.toContain('Amanhã');
  expect(await body('/r/moto')).toMatch(/https:\/\/wa\.me\/5511987654321.*mailto:ana@example\.com/s);
  // The law wants it with a paid raffle.
  expect(await body('/r/moto')).toContain('Promotora: Ana Ltda. · CNPJ 11.222.333/0001-81');
  expect(await body('/ganhadores')).not.toContain('Ana Ltda.');
  await update({ showCompany: true });
  await expect.poll(() => body('/ganhadores')).toContain('Ana Ltda. · CNPJ 11.222.333/0001-81');
});

it('the officer for personal data stands at the end of every page and at the privacy page, with what is deleted when', async () => {
  await update({ privacyText: null });
  await expect.poll(async () => (await page('/privacidade')).status).toBe(404);
  await update({ dpoName: 'Bia <Souza>', dpoEmail: 'dados@example.com' });
  await expect.poll(() => body('/r/moto')).toMatch(/Bia &lt;Souza.*mailto:dados@example\.com/s);
  await expect.poll(() => body('/privacidade')).toContain('mailto:dados@example.com');
  const privacy = await body('/privacidade');
  const told = server.app.features.flatMap(({ retention = [] }) => retention);
  expect(told.length).toBeGreaterThan(8);
  for (const { days, ofPerson } of told)
    if (ofPerson) {
      const { data, purpose } = ofPerson['pt-BR'];
      expect(privacy).toContain(`<td>${data}</td><td>${purpose}</td><td>${days === 1 ? '1 dia' : `${days} dias`}</td>`);
    }
  await update({ privacyText: 'Nada se vende.', dpoName: null, dpoEmail: null });
  await expect.poll(() => body('/privacidade')).toMatch(/Nada se vende\..*Por quanto tempo guardamos/s);
  expect(await body('/privacidade')).not.toContain('Encarregado');
});

it('while the database is away pages still say whose they are', { timeout: 30_000 }, async () => {
  await update({ siteName: 'Rifas da Ana' });
  const flaky = await startFlakyDatabase(server.databaseUrl);
  const behind = await startTestServer({ databaseUrl: flaky.url });
  try {
    await expect.poll(async () => (await page('/dashboard', behind.url)).body).toContain('Rifas da Ana');
    await flaky.stop();
    ageCaches(2_500);
    const { status, body: html } = await page('/r/moto', behind.url);
    expect([status, html.includes('Rifas da Ana')]).toEqual([503, true]);
    expect((await page('/dashboard', behind.url)).body).toContain('Rifas da Ana');
  } finally {
    await behind.stop();
  }
});
