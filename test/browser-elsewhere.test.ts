import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packClient } from '../scripts/pack-client.mjs';
import { startBankedServer } from './support/banked-server.js';
import { inChromium } from './support/browser.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer, type TestServer } from './support/start.js';

const ROOT = path.dirname(import.meta.dirname);
const TSC = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
const run = promisify(execFile);

/** A shop of React, in an empty project of Vite. */
const SHOP = `
  import { useState } from 'react';
  import { createRoot } from 'react-dom/client';
  import { createClient, localStorageTokens, LuckyNumbersDocument, type CheckoutFragment } from 'raffle-gateway-client';
  import { GatewayProvider, useAction, useClient, useOrder, useQuery, useSellBar } from 'raffle-gateway-client/react';
  import { buy } from './readme.js';

  const [gateway = '', raffleId = ''] = location.hash.slice(1).split('&').map(decodeURIComponent);
  const client = createClient({ url: gateway + '/graphql', storage: localStorageTokens() });

  function Shop() {
    const client = useClient();
    const bar = useSellBar(raffleId);
    const [checkout, setCheckout] = useState<CheckoutFragment>();
    const buying = useAction(async () => {
      await client.signUp({ name: 'Bia Souza', phone: '11912345678', cpf: '11144477735', password: 'uma-senha-boa' });
      setCheckout(await client.createOrder({ raffleId, quotaQuantity: 3, paymentMethod: 'PIX' }));
    });
    const order = useOrder(checkout?.id);
    const isPaid = order.value?.status === 'PAID';
    const example = useAction(() => buy(raffleId, 2, new AbortController().signal).then((end) => console.log(end)));
    const numbers = useQuery(LuckyNumbersDocument, { orderId: checkout?.id ?? '', first: 10 }, { skip: !isPaid });
    return (
      <main>
        <h1>Elsewhere</h1>
        <button onClick={() => void buying.act()}>Buy</button>
        <button onClick={() => void example.act()}>Buy as in the README</button>
        <p id="bar">{bar.value?.paid} paid</p>
        <p id="code">{checkout?.qrCodeContent}</p>
        <p id="status">{order.value?.status}</p>
        <p>{numbers.data?.luckyNumbersByOrder.nodes.length} numbers</p>
        <p id="problem">{buying.error?.code}</p>
      </main>
    );
  }
  createRoot(document.getElementById('root')!).render(<GatewayProvider client={client}><Shop /></GatewayProvider>);
`;
const PAGE = `<!doctype html><html lang="en"><title>Elsewhere</title><link rel="icon" href="data:,">
  <body><div id="root"></div><script type="module" src="/shop.tsx"></script></body></html>`;
const STRICT = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  module: 'ESNext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  types: [],
  strict: true,
  noEmit: true,
};
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Installs the packed client there, as its README says, and builds it. Resolves to the folder of the pages. */
async function buildShop(project: string): Promise<string> {
  await writeFile(path.join(project, 'package.json'), '{ "type": "module", "private": true }');
  await writeFile(path.join(project, 'shop.tsx'), SHOP);
  await writeFile(path.join(project, 'index.html'), PAGE);
  const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
  const [, example = ''] = /^```ts\n(import .*? 'raffle-gateway-client';.*?)^```\n/ms.exec(readme) ?? [];
  const url = "decodeURIComponent(location.hash.slice(1).split('&')[0] ?? '') + '/graphql'";
  await writeFile(path.join(project, 'readme.ts'), example.replace("'http://localhost:4000/graphql'", url));
  await writeFile(path.join(project, 'react-dom.d.ts'), "declare module 'react-dom/client';");
  await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, include: ['*.ts*'] }));
  const { devDependencies } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  const wanted = ['react', 'react-dom', '@types/react'].map((name) => `${name}@${devDependencies[name]}`);
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', await packClient({ to: project }), ...wanted];
  await run('npm', install, { cwd: project });
  await run(process.execPath, [TSC, '-p', project]);
  await build({ root: project, configFile: false, logLevel: 'error' });
  return path.join(project, 'dist');
}

inChromium('a page of another origin', (visitor) => {
  const shop = forTests(startBankedServer);
  let listing: TestServer;
  let elsewhere: Server;
  let origin: string;
  let project: string;
  const gateways = (): string => [shop.server.url, listing.url].flatMap((url) => [url, url.replace('http', 'ws')]).join(' ');
  beforeAll(async () => {
    project = await mkdtemp(path.join(tmpdir(), `raffle-test-${process.pid}-`));
    const pages = await buildShop(project);
    elsewhere = createServer(({ url = '/' }, response) => {
      const file = path.join(pages, url === '/' ? 'index.html' : path.normalize(url));
      response
        .writeHead(200, {
          'content-type': TYPES[path.extname(file)] ?? 'text/plain',
          'content-security-policy': `default-src 'none'; script-src 'self'; img-src data:; connect-src ${gateways()}`,
        })
        .end(readFileSync(file));
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    const { config } = shop.server.app;
    listing = await startTestServer({ ...config, databaseUrl: shop.server.databaseUrl, corsOrigins: [origin] });
  }, 180_000);
  afterAll(async () => {
    elsewhere?.closeAllConnections();
    elsewhere?.close();
    await listing?.stop();
    await rm(project, { recursive: true, force: true });
  });

  it('sells with the packed client and its hooks in an empty project of Vite, under a strict CSP, where it is listed', async () => {
    const { id } = await anOpenRaffle(shop.server);
    const { page } = await visitor();
    await page.goto(`${origin}/#${encodeURIComponent(listing.url)}&${id}`);
    await page.getByRole('button', { name: 'Buy', exact: true }).click();
    await page.getByText('PENDING').waitFor();
    await shop.payAtBank(await page.locator('#code').textContent());
    await page.getByText('3 numbers').waitFor();
    expect(await page.locator('#status').textContent()).toBe('PAID');
    await page.getByText('3 paid').waitFor();
    expect(await page.locator('#problem').textContent()).toBe('');
  });

  it("sells by the README's example", async () => {
    const { id } = await anOpenRaffle(shop.server);
    const { page } = await visitor();
    await page.goto(`${origin}/#${encodeURIComponent(listing.url)}&${id}`);
    const [said] = await Promise.all([
      page.waitForEvent('console'),
      page.getByRole('button', { name: 'Buy as in the README' }).click(),
    ]);
    const [, code = ''] = /^R\$ 2\.00: (.+)$/.exec(said.text()) ?? [];
    const [end] = await Promise.all([page.waitForEvent('console'), shop.payAtBank(code)]);
    expect(end.text()).toBe('PAID');
  });

  it('gets nothing where it is not', async () => {
    const { id } = await anOpenRaffle(shop.server);
    const { page } = await visitor({ expects: [/CORS policy/, /Failed to load resource/, /WebSocket/] });
    await page.goto(`${origin}/#${encodeURIComponent(shop.server.url)}&${id}`);
    await page.getByRole('button', { name: 'Buy', exact: true }).click();
    await expect.poll(() => page.locator('#problem').textContent(), { timeout: 15_000 }).toBe('NETWORK_ERROR');
  });
});
