import { randomBytes } from 'node:crypto';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepMissingRegulations } from '../src/regulations/keep-regulation.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { bearer } from './support/graphql-client.js';
import { anUnpaidOrder } from './support/order-rows.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';
import { closeBank, current, openBank } from './support/bank.js';

const NOBODY = '019a0000-0000-7000-8000-000000000000';

/** What caches may keep, of everybody or of one caller who asks each time: nothing in it is a token or of one person. */
const KEPT: [path: RegExp, cacheControl: RegExp][] = [
  [
    /^\/(?:$|r\/|rifas|ganhadores|conta|robots|sitemap|site\.web|favicon|dashboard|faq|sobre|termos|privacidade|og\.jpg)/,
    /^public, no-cache$/,
  ],
  [/^\/(?:assets|static|regulations)\//, /^public, /],
  [/^\/(?:ide\/|docs)/, /^public, /],
  [/^\/openapi\.json$/, /^public, no-cache$/],
  [/^\/public\/v1\//, /^public, no-cache$/],
  [
    /^\/v1\/(?!.*\.csv)(?:raffles|raffle-categories|metrics\/raffles\/[^/]+\/(?:sell-bar|top-buyers|last-buyers)|awarded-boxes(?:-combo)?\/raffle|winners|settings|tracking|notifications|faqs)/,
    /^private, no-cache$/,
  ],
];

const server = forTests(startTestServer);
let raffleId: string;
let slug: string;
let tokens: string[];
let routes: string[];
beforeAll(async () => {
  ({ id: raffleId } = await anOpenRaffle(server));
  await keepMissingRegulations(server.app);
  ({ slug } = await server.app.db.prisma.raffle.findUniqueOrThrow({ where: { id: raffleId } }));
  tokens = [(await anAdmin(server)).token, (await aCustomer(server)).token];
  const { paths } = (await server.rest('GET', '/openapi.json')).body;
  routes = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  await openBank();
});
afterAll(() => closeBank());

async function wrongOf(base: string, method: string, path: string, headers: Record<string, string> = {}): Promise<string[]> {
  const answer = await fetch(base + path, { method, headers, redirect: 'manual' });
  await answer.arrayBuffer();
  const line = `${method} ${path}: ${answer.status}`;
  const cacheControl = answer.headers.get('cache-control') ?? 'nothing';
  const mayBeKept =
    [200, 302, 304].includes(answer.status)
    && ['GET', 'HEAD'].includes(method)
    && KEPT.some(([kept, how]) => kept.test(path) && how.test(cacheControl));
  return [
    ...(answer.headers.get('x-content-type-options') === 'nosniff' ? [] : [`${line} may be sniffed`]),
    ...(cacheControl === 'no-store' || mayBeKept ? [] : [`${line} may be kept: ${cacheControl}`]),
  ];
}

describe('no answer may be taken for another type, and none with a token or a person in it kept', () => {
  const addressOf = (path: string) =>
    path
      .replace('{raffleId}', raffleId)
      .replace('{slug}', slug)
      .replaceAll(/\{\w+\}/g, NOBODY);

  it('of any route, by whoever asks, by HEAD and by OPTIONS', { timeout: 60_000 }, async () => {
    expect(routes.length).toBeGreaterThan(150);
    const wrong: string[] = [];
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ');
      const asked = method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : [method, 'OPTIONS'];
      for (const one of asked)
        for (const token of one === 'OPTIONS' ? [undefined] : [undefined, ...(method === 'GET' ? tokens : [])])
          wrong.push(...(await wrongOf(server.url, one, addressOf(path), bearer(token))));
    }
    expect(wrong).toEqual([]);
  });

  it('of any page, file, document and address of machines', async () => {
    const html = await (await fetch(`${server.url}/r/${slug}`)).text();
    const loaded = [...html.matchAll(/(?:src|href)="(\/(?:assets|static)\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(loaded.length).toBeGreaterThan(2);
    const ide = await (await fetch(`${server.url}/ide`)).text();
    const [, script = ''] = /src="?([\w./-]+\.js)"?/.exec(ide) ?? [];
    const order = await anUnpaidOrder(server, raffleId, 1);
    const paths = [
      ...loaded,
      `/r/${slug} /r/${slug}/draw /r/${slug}/og.jpg /r/${slug}/regulamento /og.jpg /r/nothing /dashboard /dashboard/orders /faq /termos /assets/none.js`,
      '/rifas /ganhadores /conta /conta/dados /robots.txt /sitemap.xml /site.webmanifest /favicon.ico',
      `/ /ide /ide/${script} /docs /docs/static/swagger-ui.css /docs/json /openapi.json /graphql /healthz /readyz /metrics`,
      `/pedido/${server.app.orderLinks.tokenOf(String(order.id))} /pedido/${server.app.orderLinks.tokenOf(String(order.id))}.png /pedido/nothing /pedido/nothing/numero/1`,
      `/nothing /%c0 /files/nothing.webp /draws/${NOBODY}/proof.json /regulations/${NOBODY}/1.txt /regulations/${raffleId}/1.txt`,
      '/v1/payments/callbacks/nobody /public/v1/nothing /v1/nothing',
    ].flatMap((line) => line.split(' '));
    const wrong: string[] = [];
    for (const path of paths)
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE']) wrong.push(...(await wrongOf(server.url, method, path)));
    expect(wrong).toEqual([]);
  });

  it('of the development bank', async () => {
    const paths = ['/', '/?pixCopiaECola=x', '/sandbox/pay', '/oauth/token', '/cob/none', '/pix', '/nothing', '/%c0'];
    const wrong: string[] = [];
    for (const path of paths)
      for (const method of ['GET', 'HEAD', 'POST']) wrong.push(...(await wrongOf(current.bank.url, method, path)));
    expect(wrong).toEqual([]);
  });

  it.each([
    ['that is no request', 'hello\r\n\r\n', 400],
    ['with a head too large', `GET / HTTP/1.1\r\nHost: localhost\r\nX-More: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'of a WebSocket elsewhere',
      `GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
      404,
    ],
  ])('to what comes %s', async (_, sent, status) => {
    for (const base of [server.url, ...(status === 404 ? [] : [current.bank.url])]) {
      const { hostname, port } = new URL(base);
      const client = net.connect(Number(port), hostname, () => client.write(sent));
      const parts: Buffer[] = [];
      for await (const part of client) parts.push(part as Buffer);
      const answer = Buffer.concat(parts).toString().toLowerCase();
      expect(answer).toMatch(new RegExp(`^http/1.1 ${status} `));
      expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n');
      expect(answer).toContain('\r\ncache-control: no-store\r\n');
    }
  });
});
