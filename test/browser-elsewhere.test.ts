import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBankedServer } from './support/banked-server.js';
import { inChromium } from './support/browser.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer, type TestServer } from './support/start.js';

const PAGE_SCRIPT = `
  import { createClient, localStorageTokens, LuckyNumbersDocument } from './src/client/index.js';
  const [gateway, raffleId] = location.hash.slice(1).split('&').map(decodeURIComponent);
  const say = (id, text) => { document.getElementById(id).textContent = text; };
  const client = createClient({ url: gateway + '/graphql', storage: localStorageTokens() });
  const sell = async () => {
    void (async () => { for await (const bar of client.watchSellBar(raffleId)) say('bar', bar.paid + ' paid'); })();
    await client.signUp({ name: 'Ana Lima', phone: '11987654321', cpf: '52998224725', password: 'uma-senha-boa' });
    const order = await client.createOrder({ raffleId, quotaQuantity: 3, paymentMethod: 'PIX' });
    say('code', order.qrCodeContent);
    for await (const { status } of client.watchOrder(order.id)) {
      say('status', status);
      if (status !== 'PENDING') break;
    }
    const { luckyNumbersByOrder } = await client.query(LuckyNumbersDocument, { orderId: order.id, first: 10 });
    say('numbers', luckyNumbersByOrder.nodes.length + ' numbers');
  };
  sell().catch((error) => say('problem', error.code));
`;
const PAGE = `<!doctype html><html lang="en"><title>Elsewhere</title><link rel="icon" href="data:,"><main>
  ${['code', 'status', 'numbers', 'bar', 'problem'].map((id) => `<p id="${id}"></p>`).join('')}
  <script type="module" src="/page.js"></script></main></html>`;

inChromium('a page of another origin', (visitor) => {
  const shop = forTests(startBankedServer);
  let listing: TestServer;
  let elsewhere: Server;
  let origin: string;
  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: { contents: PAGE_SCRIPT, resolveDir: process.cwd(), loader: 'ts' },
      bundle: true,
      format: 'esm',
      target: 'es2022',
      write: false,
    });
    const script = outputFiles[0]?.text ?? '';
    elsewhere = createServer((request, response) => {
      const isScript = request.url === '/page.js';
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' }).end(isScript ? script : PAGE);
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    const { config } = shop.server.app;
    listing = await startTestServer({ ...config, databaseUrl: shop.server.databaseUrl, corsOrigins: [origin] });
  });
  afterAll(async () => {
    elsewhere?.closeAllConnections();
    elsewhere?.close();
    await listing?.stop();
  });

  it('signs up, orders, pays and watches by the typed client alone, where it is listed', async () => {
    const { id } = await anOpenRaffle(shop.server);
    const { page } = await visitor();
    await page.goto(`${origin}/#${encodeURIComponent(listing.url)}&${id}`);
    await page.getByText('PENDING').waitFor();
    await shop.payAtBank(await page.locator('#code').textContent());
    await page.getByText('3 numbers').waitFor();
    expect(await page.locator('#status').textContent()).toBe('PAID');
    await page.getByText('3 paid').waitFor();
    expect(await page.locator('#problem').textContent()).toBe('');
  });

  it('gets nothing where it is not', async () => {
    const { id } = await anOpenRaffle(shop.server);
    const { page } = await visitor({ expects: [/CORS policy/, /Failed to load resource/, /WebSocket/] });
    await page.goto(`${origin}/#${encodeURIComponent(shop.server.url)}&${id}`);
    await expect.poll(() => page.locator('#problem').textContent(), { timeout: 15_000 }).toBe('NETWORK_ERROR');
  });
});
