import { createHash } from 'node:crypto';
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAdmin } from './support/actors.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer, type TestServer } from './support/start.js';

const SECRET_TITLE = '</script><b>"Moto" & <i>';

const server = forTests(startTestServer);
let branded: TestServer;
const admin = forTests(() => anAdmin(server));
beforeAll(async () => {
  branded = await startTestServer({
    publicUrl: 'https://rifas.example.com',
    site: { name: 'Rifas da Ana', color: '#ffcc00', logoUrl: 'https://cdn.example.com/logo.png' },
    databaseUrl: server.databaseUrl,
  });
});
afterAll(() => branded?.stop());

async function page(path: string, options: { of?: TestServer; headers?: Record<string, string> } = {}) {
  const response = await fetch(`${(options.of ?? server).url}${path}`, { headers: options.headers ?? {} });
  const html = await response.text();
  const meta = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
  const link = (rel: string) => new RegExp(`<link rel="${rel}"[^>]* href="([^"]*)"`).exec(html)?.[1];
  return { status: response.status, headers: response.headers, html, meta, link };
}

let slugs = 0;
async function aRaffle(fields: Record<string, unknown> = {}): Promise<string> {
  const slug = `pagina-${(slugs += 1)}`;
  await anOpenRaffle(server, { slug, ...fields });
  return slug;
}

describe("a raffle's page", () => {
  it('says in its HTML what a messenger shows of a link: title, price, picture and address', async () => {
    const slug = await aRaffle({
      title: 'Moto 0 km',
      subtitle: 'Sorteio em dezembro',
      quotaPrice: 50n,
      photoUrl: 'https://cdn.example.com/moto.jpg',
    });
    const { status, html, meta, link } = await page(`/r/${slug}`, { of: branded });
    expect(status).toBe(200);
    expect(/<title>(.*)<\/title>/.exec(html)?.[1]).toBe('Moto 0 km · Rifas da Ana');
    expect(meta('og:title')).toBe('Moto 0 km · Rifas da Ana');
    expect(meta('og:description')).toBe('R$\u00a00,50 por cota · Sorteio em dezembro');
    expect(meta('description')).toBe(meta('og:description'));
    expect(meta('og:image')).toBe('https://cdn.example.com/moto.jpg');
    expect(meta('og:url')).toBe(`https://rifas.example.com/r/${slug}`);
    expect(link('canonical')).toBe(`https://rifas.example.com/r/${slug}`);
  });

  it('has the whole page in it, with what each card costs, before any script runs', async () => {
    const slug = await aRaffle({ title: 'Casa', quotaPrice: 200n, fastSelectionCards: [10, 20], popularSelectionCard: 20 });
    const { html } = await page(`/r/${slug}`);
    const [body = ''] = html.split('<script type="application/json"').slice(0, 1);
    expect(body).toContain('<h1>Casa</h1>');
    expect(body).toMatch(/10<\/span>.*R\$\u00a020,00.*20<\/span>.*R\$\u00a040,00/s);
    expect(body).toContain('0% vendido');
  });

  it('lets no text of an operator out of its place', async () => {
    const slug = await aRaffle({ title: SECRET_TITLE, description: SECRET_TITLE });
    const { html } = await page(`/r/${slug}`);
    expect(html).not.toContain('<b>');
    expect(html.match(/<\/script>/g)).toHaveLength(3);
    const [, json = ''] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(json).data.raffle.title).toBe(SECRET_TITLE);
  });

  it('is there where an address in it is none, of the host it was asked by or of its picture', async () => {
    const slug = await aRaffle({ photoUrl: 'https://xn--a/x.png' });
    expect((await page(`/r/${slug}`)).meta('og:image')).toBe(`${server.url}/static/share.png`);
    // Development answers to names of its machine only.
    const production = await startTestServer({ ...server.app.config, databaseUrl: server.databaseUrl, production: true });
    const statusAt = (host: string, path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get(`${production.url}${path}`, { headers: { host } }, (answer) => resolve(answer.resume().statusCode)).on(
          'error',
          reject,
        );
      });
    for (const host of ['a:99999', 'a:b:c', '[::', '1.2.3.4.5'])
      expect([host, await statusAt(host, `/r/${slug}`), await statusAt(host, '/dashboard')]).toEqual([host, 200, 200]);
    await production.stop();
  });

  it('speaks Portuguese, or English to who asks for it, and says where the other is', async () => {
    const slug = await aRaffle();
    const lang = async (path: string, accept?: string) =>
      /<html lang="([^"]*)"/.exec((await page(path, accept ? { headers: { 'accept-language': accept } } : {})).html)?.[1];
    expect(await lang(`/r/${slug}`)).toBe('pt-BR');
    expect(await lang(`/r/${slug}`, 'de-DE,de;q=0.9')).toBe('pt-BR');
    expect(await lang(`/r/${slug}`, 'en-US,en;q=0.9,pt;q=0.5')).toBe('en');
    expect(await lang(`/r/${slug}?lang=pt-BR`, 'en-US')).toBe('pt-BR');
    expect(await lang(`/r/${slug}?lang=en`)).toBe('en');
    expect(await lang(`/r/${slug}?lang=<b>`)).toBe('pt-BR');
    const { html, headers, link } = await page(`/r/${slug}?lang=en`, { of: branded });
    expect((await page(`/r/${slug}`, { of: branded, headers: { 'accept-language': 'en' } })).link('canonical')).not.toContain(
      'lang',
    );
    expect(link('canonical')).toBe(`https://rifas.example.com/r/${slug}?lang=en`);
    expect(html).toContain(`hreflang="en" href="https://rifas.example.com/r/${slug}?lang=en"`);
    expect(headers.get('vary')).toMatch(/accept-language/);
  });

  it('is sent once as long as it is the same, and anew when the raffle changed', async () => {
    const slug = await aRaffle({ title: 'Antes' });
    const first = await page(`/r/${slug}`);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    expect((await page(`/r/${slug}`, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const known = await server.graphql(`{ raffle(slug: "${slug}") { id } }`, {}, { token: admin.token });
    const changed = await server.graphql(
      `mutation { updateRaffle(id: "${known.data.raffle.id}", input: { title: "Depois" }) { id } }`,
      {},
      { token: admin.token },
    );
    expect(changed.errors).toBeUndefined();
    await expect.poll(async () => (await page(`/r/${slug}`, { headers: { 'if-none-match': etag } })).html).toContain('Depois');
  });

  it('is none of a raffle that is in preparation, or that nobody knows', async () => {
    const answer = await server.graphql(
      'mutation { createRaffle(input: { title: "Rascunho", slug: "rascunho", quotaPrice: "1.00", quotaQuantity: 10 }) { status } }',
      {},
      { token: admin.token },
    );
    expect(answer.errors).toBeUndefined();
    expect(answer.data.createRaffle.status).toBe('DRAFT');
    for (const path of ['/r/rascunho', '/r/rascunho/draw', '/r/nenhuma', "/r/%00'--", `/r/${'a'.repeat(90)}`]) {
      const { status, html, headers, meta } = await page(path);
      expect([path, status, meta('robots')]).toEqual([path, 404, 'noindex']);
      expect(html).toContain('Esta rifa não existe');
      expect(html).not.toContain('<script type="module"');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('of a private raffle is for no search engine', async () => {
    const slug = await aRaffle({ privacy: 'PRIVATE', title: 'Entre amigos' });
    const { html, meta } = await page(`/r/${slug}`);
    expect(meta('robots')).toBe('noindex');
    expect((await page(`/r/${slug}/draw`)).meta('robots')).toBe('noindex');
    expect(html).toContain('<h1>Entre amigos</h1>');
  });
});

describe('what a page loads', () => {
  it('comes from here alone, and the colour of the operator is named by its hash', async () => {
    const slug = await aRaffle();
    const { headers, html } = await page(`/r/${slug}`, { of: branded });
    const policy = headers.get('content-security-policy') ?? '';
    const sheets = (text: string) => [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, sheet = '']) => sheet);
    const hashOf = (sheet: string) => `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`;
    expect(sheets(html)).toHaveLength(2);
    expect(sheets(html)[1]).toContain('--accent:');
    expect(policy).toContain(`style-src 'self' ${sheets(html).map(hashOf).join(' ')};`);
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(policy).toContain("default-src 'none'");
    expect(html).toContain('<img class="');
    expect(html).toContain('src="https://cdn.example.com/logo.png" alt="Rifas da Ana"');
    expect(html).not.toMatch(/ style="/);
    const plain = await page(`/r/${slug}`);
    expect(sheets(plain.html)).toEqual(sheets(html).slice(0, 1));
    expect(plain.headers.get('content-security-policy')).toContain(
      `style-src 'self' ${sheets(plain.html).map(hashOf).join(' ')};`,
    );
  });

  it('has names that never mean anything else, and is kept for a year, compressed', async () => {
    const { html } = await page('/dashboard');
    const addresses = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]*)"/g)].map(([, address = '']) => address);
    for (const address of addresses) {
      const { status, headers } = await page(address, { headers: { 'accept-encoding': 'br' } });
      expect([address, status]).toEqual([address, 200]);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('vary')).toMatch(/accept-encoding/);
      expect(address).toMatch(/-[\w-]{8}\.(js|css)$/);
    }
    const missing = await page('/assets/raffle-00000000.js');
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
    const icon = await page('/static/icon.svg');
    expect([icon.status, icon.headers.get('cache-control')]).toEqual([200, 'public, no-cache']);
    expect((await page('/static/share.png')).headers.get('content-type')).toBe('image/png');
  });

  it('of a raffle is at most 75 kB of script, compressed, before somebody asks for more', async () => {
    const { html } = await page(`/r/${await aRaffle()}`);
    const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]*\.js)"/g)].map(([, address = '']) => address);
    const sizes = scripts.map(async (address) => {
      const head = await fetch(`${server.url}${address}`, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
      expect(head.headers.get('content-encoding')).toBe('gzip');
      return Number(head.headers.get('content-length'));
    });
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(10_000);
    expect(total).toBeLessThan(75_000);
  });
});

describe('the dashboard', () => {
  it('is the same empty frame at each of its addresses, for whoever asks', async () => {
    const { status, html, meta } = await page('/dashboard');
    expect([status, meta('robots')]).toEqual([200, 'noindex']);
    expect((await page('/dashboard/raffles/1/settings')).html).toBe(html);
    expect(html).toMatch(/<script type="module" src="\/assets\/dashboard-[\w-]{8}\.js"/);
    expect((await page('/dashboards')).status).toBe(404);
  });

  it('keeps its own parts out of the pages of buyers', async () => {
    const stylesOf = async (path: string): Promise<string> => {
      const { html } = await page(path);
      const linked = [...html.matchAll(/href="(\/assets\/[^"]*\.css)"/g)].map(
        async ([, address = '']) => (await page(address)).html,
      );
      return [html, ...(await Promise.all(linked))].join('');
    };
    expect(await stylesOf('/dashboard')).toContain('_toasts_');
    for (const path of ['/', '/conta', `/r/${await aRaffle()}`]) expect(await stylesOf(path)).not.toContain('_toasts_');
  });
});
