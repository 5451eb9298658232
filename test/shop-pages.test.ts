import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { anAdmin } from './support/actors.js';
import { ageCaches } from './support/clock.js';
import { anOpenRaffle, aProvider, seedProviders } from './support/sales.js';
import { forTests, startTestServer, type TestServer } from './support/start.js';

const SET_STATUS = `
  UPDATE raffles SET status = $2::raffle_status, frozen_at = CASE WHEN $2 = 'DRAWN' THEN now() END WHERE slug = $1`;
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
let production: TestServer;
beforeAll(async () => {
  production = await startTestServer({
    databaseUrl: server.databaseUrl,
    production: true,
    publicUrl: 'https://rifas.example.com',
    site: { name: 'Rifas da Ana', color: undefined, logoUrl: undefined },
  });
});
afterAll(() => production?.stop());
beforeEach(async () => {
  // Workers of two processes read on: a TRUNCATE may end in a deadlock with them.
  await server.app.db.pool.query(
    'UPDATE raffles SET deleted_at = now(), slug = id::text, category_id = NULL WHERE deleted_at IS NULL',
  );
  await server.app.db.pool.query('DELETE FROM raffle_categories');
  ageCaches(3_000);
});

async function ask(path: string, { of = server, headers = BROWSER }: { of?: TestServer; headers?: Record<string, string> } = {}) {
  const answer = await fetch(`${of.url}${path}`, { headers, redirect: 'manual' });
  const text = await answer.text();
  const [html = ''] = text.split('<script type="application/json"', 1);
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    location: answer.headers.get('location'),
    text,
    html,
    links,
  };
}

const update = (input: object) =>
  server.graphql(
    'mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { homeRaffleSlug } }',
    { input },
    admin,
  );
const aRaffle = (slug: string, fields: Record<string, unknown> = {}) =>
  anOpenRaffle(server, { slug, title: `Rifa ${slug}`, ...fields });
const setStatus = (slug: string, status: string) => server.app.db.pool.query(SET_STATUS, [slug, status]);

describe('the shop', () => {
  it('lists at the root what is public, each in its part, the highlighted one first and once', async () => {
    for (const slug of ['velha', 'nova', 'destaque', 'breve', 'esgotada', 'sorteada', 'cancelada', 'rascunho', 'privada'])
      await aRaffle(slug, { isHighlighted: slug === 'destaque', privacy: slug === 'privada' ? 'PRIVATE' : 'PUBLIC' });
    await setStatus('breve', 'SOON');
    await setStatus('esgotada', 'SOLD_OUT');
    await setStatus('sorteada', 'DRAWN');
    await setStatus('cancelada', 'CANCELLED');
    await setStatus('rascunho', 'DRAFT');
    const { status, html, links } = await ask('/');
    expect(status).toBe(200);
    expect(links.filter((href) => href.startsWith('/r/'))).toEqual([
      '/r/destaque',
      '/r/nova',
      '/r/velha',
      '/r/breve',
      '/r/esgotada',
      '/r/sorteada/draw',
    ]);
    const heads = [...html.matchAll(/<h2[^>]*>(?:<a[^>]*>)?([^<]*)/g)].map(([, text]) => text);
    expect(heads).toEqual(['Rifa destaque', 'À venda', 'Em breve', 'Aguardando o sorteio', 'Sorteadas', 'Como funciona']);
    expect(await ask('/rifas')).toMatchObject({
      status: 200,
      links: expect.arrayContaining(['/r/destaque', '/r/sorteada/draw']),
    });
  });

  it('is searched and narrowed by category, and says so when nothing is found', async () => {
    const category = await server.app.db.prisma.raffleCategory.create({
      data: { id: '01990000-0000-7000-8000-000000000001', name: 'Motos & carros' },
    });
    await aRaffle('moto-azul', { categoryId: category.id });
    await aRaffle('casa');
    const found = async (path: string) => (await ask(path)).links.filter((href) => href.startsWith('/r/'));
    expect(await found(`/rifas?categoria=${category.id}`)).toEqual(['/r/moto-azul']);
    expect(await found('/rifas?q=CASA')).toEqual(['/r/casa']);
    expect(await found(`/?q=casa&categoria=${category.id}`)).toEqual([]);
    const none = await ask('/rifas?q=%3Cb%3Enada%00');
    expect(none.status).toBe(200);
    expect(none.html).toContain('Não encontramos nenhuma rifa assim.');
    expect(none.html).toContain('Rifas: &lt;b>nada');
    expect(none.html).toContain('<meta name="robots" content="noindex"');
    for (const path of ['/rifas?categoria=x', '/rifas?q=a&q=b', '/rifas?estado=x&depois=y'])
      expect((await ask(path)).status).toBe(200);
    expect((await ask('/rifas?estado=a-venda&depois=nada')).status).toBe(404);
  });

  it('is walked to its end, part by part', async () => {
    for (let n = 0; n < 30; n += 1) await aRaffle(`rifa-${n}`);
    const seen: string[] = [];
    let next: string | undefined = '/rifas?estado=a-venda';
    for (let pages = 0; next && pages < 5; pages += 1) {
      const { links } = await ask(next);
      seen.push(...links.filter((href) => href.startsWith('/r/')));
      next = links.find((href) => href.includes('depois='));
    }
    expect(seen).toEqual(Array.from({ length: 30 }, (_, n) => `/r/rifa-${29 - n}`));
    expect((await ask('/')).links).toContain('/rifas?estado=a-venda');
  });

  it('leads to the one raffle that an operator names, with what the address asked for, and is elsewhere then', async () => {
    await aRaffle('unica');
    expect((await update({ homeRaffleSlug: 'Única' })).errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect((await update({ homeRaffleSlug: 'unica' })).data.updateSettings).toEqual({ homeRaffleSlug: 'unica' });
    expect(await ask('/?utm_source=insta&lang=en')).toMatchObject({ status: 302, location: '/r/unica?utm_source=insta&lang=en' });
    expect((await ask('/r/unica')).links).toContain('/rifas');
    expect((await ask('/rifas')).status).toBe(200);
    await setStatus('unica', 'DRAFT');
    ageCaches(3_000);
    expect((await ask('/')).status).toBe(200);
    await update({ homeRaffleSlug: null });
    ageCaches(3_000);
    expect((await ask('/rifas')).links).toContain('/');
  });

  it('shows who won, the newest first, with the way to check the draw', async () => {
    expect((await ask('/ganhadores')).html).toContain('Ainda não houve nenhum sorteio.');
    expect((await ask('/ganhadores?depois=nada')).status).toBe(404);
  });

  it('speaks English to who asks for it, and every link of it goes on in English', async () => {
    await aRaffle('moto');
    const { html, links } = await ask('/?lang=en');
    expect(html).toContain('Choose your raffle');
    expect(links).toEqual(expect.arrayContaining(['/r/moto?lang=en', '/ganhadores?lang=en', '/conta?lang=en', '?lang=pt-BR']));
  });

  it('leads developers to their tools, and nobody else', async () => {
    for (const path of ['/', '/ganhadores', '/conta', '/nada']) {
      expect((await ask(path)).links).toEqual(expect.arrayContaining(['/dashboard', '/ide', '/docs']));
      expect((await ask(path, { of: production })).links).not.toEqual(expect.arrayContaining(['/ide']));
    }
  });
});

describe('a raffle', () => {
  it('promises no numbers at once where an operator confirms each payment', async () => {
    await aRaffle('moto');
    await seedProviders(server);
    const html = async () => {
      server.app.providers.drop();
      ageCaches(3_000);
      return (await ask('/r/moto')).html;
    };
    expect(await html()).toContain('o organizador confirma o pagamento');
    await aProvider(server, { name: 'bank', adapter: 'sandbox', priority: 1, baseUrl: 'http://127.0.0.1:9' });
    expect(await html()).toContain('recebe seus números na hora');
  });
});

describe('the account', () => {
  it('offers codes to the phone only while somebody sends them', async () => {
    const offered = async () => {
      ageCaches(3_000);
      return /"hasPhoneCodes":(\w+)/.exec((await ask('/conta', { of: production })).text)?.[1];
    };
    expect(await offered()).toBe('false');
    const endpoint = { url: 'https://rifas.invalid/', events: ['login.code_requested'], sealedSecret: Buffer.alloc(0) };
    const { id } = await server.app.db.prisma.webhookEndpoint.create({ data: endpoint });
    expect(await offered()).toBe('true');
    await server.app.db.prisma.webhookEndpoint.delete({ where: { id } });
  });
});

describe('a wrong address', () => {
  it('is answered with a page for a person, and with JSON for a program', async () => {
    for (const path of ['/nada', '/r', '/wp-login.php', '/assets/none.js', '/files/nada', '/graphql/nada', '/%E0%A4%A'])
      for (const of of [server, production]) {
        const person = await ask(path, { of });
        expect([path, person.type]).toEqual([path, 'text/html; charset=utf-8']);
        expect(person.status).toBeGreaterThanOrEqual(400);
        expect(person.html).toMatch(/<h1>.+<\/h1>/);
        const program = await ask(path, { of, headers: { accept: '*/*' } });
        expect([path, program.status, program.type]).toEqual([path, person.status, 'application/json; charset=utf-8']);
      }
    expect((await ask('/nada', { headers: { accept: 'application/json, text/html;q=0.9' } })).type).toMatch(/json/);
    expect((await ask('/nada')).links).toContain('/');
  });

  it('that cannot be decoded is refused in plain words', async () => {
    const { status, html } = await ask('/r/%ff', { headers: { ...BROWSER, 'accept-language': 'pt-BR' } });
    expect(status).toBe(400);
    expect(html).toContain('O endereço tem sinais que não dá para ler');
  });

  it('is not blamed for a failure of the service', async () => {
    const failing = vi.spyOn(server.app.site, 'view').mockRejectedValueOnce(new Error('a bug'));
    const { status, html } = await ask('/ganhadores');
    expect(status).toBe(500);
    expect(html).toContain('Algo deu errado');
    failing.mockRestore();
  });
});

describe('what search engines and browsers look for', () => {
  it('is there: addresses of all that is public, and none that is not', async () => {
    await aRaffle('moto');
    await aRaffle('privada', { privacy: 'PRIVATE' });
    await aRaffle('cancelada');
    await setStatus('cancelada', 'CANCELLED');
    await update({ termsText: 'Termos.' });
    ageCaches(3_000);
    const robots = await ask('/robots.txt', { of: production });
    expect(robots.type).toBe('text/plain; charset=utf-8');
    expect(robots.text).toContain('Disallow: /dashboard\n');
    expect(robots.text).toContain('Sitemap: https://rifas.example.com/sitemap.xml\n');
    const { text } = await ask('/sitemap.xml', { of: production });
    const places = [...text.matchAll(/<loc>https:\/\/rifas\.example\.com([^<]*)<\/loc>/g)].map(([, path]) => path);
    expect(places).toEqual(['/', '/ganhadores', '/termos', '/r/moto']);
    expect(text).toMatch(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/);
    await update({ termsText: null });
  });

  it('is the name, the colour and the icon of the site', async () => {
    await update({ siteName: 'Rifas do Zé', color: '#ff0000', logoUrl: 'https://cdn.example.com/logo.png' });
    ageCaches(3_000);
    const manifest = JSON.parse((await ask('/site.webmanifest')).text);
    expect(manifest).toMatchObject({ name: 'Rifas do Zé', theme_color: '#ff0000', start_url: '/' });
    expect(manifest.icons).toEqual([{ src: 'https://cdn.example.com/logo.png', sizes: 'any' }]);
    expect(await ask('/favicon.ico')).toMatchObject({ status: 302, location: 'https://cdn.example.com/logo.png' });
    expect((await ask('/')).html).toContain('<link rel="icon" href="https://cdn.example.com/logo.png"');
    await update({ siteName: null, color: null, logoUrl: null });
    ageCaches(3_000);
    expect(await ask('/favicon.ico')).toMatchObject({ status: 302, location: '/static/icon.svg' });
  });

  it('is the draw as an appointment, while it is ahead', async () => {
    const { id } = await aRaffle('moto', { title: 'Moto; zero,\nkm', drawAt: new Date('2027-01-31T23:00:00Z') });
    const { text, status, type } = await ask('/r/moto/sorteio.ics', { of: production });
    expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8']);
    for (const line of [
      'DTSTART:20270131T230000Z',
      'SUMMARY:Sorteio: Moto\\; zero\\,\\nkm',
      `UID:draw-${id}`,
      'URL;VALUE=URI:https://rifas.example.com/r/moto/draw',
    ])
      expect(text.split('\r\n')).toContain(line);
    expect((await ask('/r/moto')).html).toContain('href="/r/moto/sorteio.ics"');
    await aRaffle('sem-data');
    for (const slug of ['sem-data', 'nada']) expect((await ask(`/r/${slug}/sorteio.ics`)).status).toBe(404);
  });

  it('is what a raffle offers, in the words of schema.org, and no text of an operator ends it', async () => {
    await aRaffle('moto', {
      title: '</script><b>Moto',
      quotaPrice: 50n,
      drawAt: new Date('2027-01-31T23:00:00Z'),
      photoUrl: 'https://cdn.example.com/moto.jpg',
    });
    const { text } = await ask('/r/moto', { of: production });
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'Event',
      name: '</script><b>Moto',
      startDate: '2027-01-31T23:00:00.000Z',
      image: ['https://cdn.example.com/moto.jpg'],
      location: { url: 'https://rifas.example.com/r/moto/draw' },
      offers: { price: '0.50', priceCurrency: 'BRL', availability: 'https://schema.org/InStock' },
    });
    await aRaffle('privada', { privacy: 'PRIVATE' });
    expect((await ask('/r/privada')).text).not.toContain('ld+json');
  });
});
