import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inChromium } from './support/browser.js';

const PAGES: Record<string, string> = {
  '/good': '<h1>Good</h1><p>Words</p>',
  '/throws': '<h1>Throws</h1><script src="/throws.js"></script>',
  '/throws.js': 'console.error("it said so"); throw new Error("it threw");',
  '/inline': '<h1>Inline</h1><script>document.title = "ran";</script>',
  '/worker': '<h1>Worker</h1><script src="/worker-page.js"></script>',
  '/worker-page.js': 'new Worker("/worker.js").onerror = () => undefined;',
  '/worker.js': 'console.error("the worker said so");',
  '/abroad': '<h1>Abroad</h1><img alt="" src="https://example.com/one.png">',
  '/lost': '<h1>Lost</h1><script src="/nowhere.js"></script>',
  '/unnamed': '<h1>Unnamed</h1><button></button>',
  '/wide': '<h1>Wide</h1><div class="wide">Words</div><link rel="stylesheet" href="/wide.css">',
  '/wide.css': '.wide { width: 700px }',
};
const SCRIPT = /\.js$/;

inChromium('what tests in a browser stand on', (visitor) => {
  let server: Server;
  let url: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? '';
      const page = PAGES[path];
      const type = SCRIPT.test(path) ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'text/html';
      response.writeHead(page ? 200 : 404, {
        'content-type': type,
        'content-security-policy': "default-src 'self'; img-src https: data:",
      });
      response.end(
        type === 'text/html' && page
          ? `<!doctype html><html lang="en"><title>${path}</title><link rel="icon" href="data:,"><main>${page}</main>`
          : page,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('hears nothing of a page that is right', async () => {
    const { page, complaints, axe, everyLook } = await visitor();
    await page.goto(`${url}/good`);
    expect(await axe()).toEqual([]);
    await everyLook('footing');
    expect(complaints()).toEqual([]);
  });

  it.each([
    ['/throws', [/^console: it said so/, /^uncaught: Error: it threw/]],
    ['/inline', [/violates the following Content Security Policy/]],
    ['/worker', [/the worker said so/]],
    ['/abroad', [/^asked https:\/\/example\.com\/one\.png/, /ERR_NAME_NOT_RESOLVED/]],
    ['/lost', [/404 .*nowhere\.js/]],
  ])('hears what %s complains of, and lets a test expect it', async (path, patterns) => {
    const one = await visitor();
    await one.page.goto(url + path);
    await expect.poll(() => one.complaints().length).toBe(patterns.length);
    for (const pattern of patterns) expect(one.complaints().filter((complaint) => pattern.test(complaint))).toHaveLength(1);
    for (const pattern of patterns) one.expects(pattern);
    expect(one.complaints()).toEqual([]);
  });

  it('hears from axe what those who hear a page would miss', async () => {
    const { page, axe } = await visitor();
    await page.goto(`${url}/unnamed`);
    expect(await axe()).toEqual([expect.stringMatching(/^button-name: .*, 1 times, at button\./)]);
  });

  it('sees what sticks out at the side of a phone', async () => {
    const { page, everyLook } = await visitor();
    await page.goto(`${url}/wide`);
    await expect(everyLook('footing-wide')).rejects.toThrow('pixels that stick out at the side of footing-wide-390-light');
  });

  it('keeps visitors apart, and lets one come with what they have stored, without a line or in the dark', async () => {
    const origin = url;
    const one = await visitor({ localStorage: { origin, entries: { who: 'one' } }, dark: true, width: 1440, locale: 'en' });
    const other = await visitor();
    for (const { page } of [one, other]) await page.goto(`${url}/good`);
    const told =
      "[localStorage.getItem('who'), navigator.language, innerWidth, matchMedia('(prefers-color-scheme: dark)').matches]";
    expect(await one.page.evaluate(told)).toEqual(['one', 'en', 1440, true]);
    expect(await other.page.evaluate(told)).toEqual([null, 'pt-BR', 390, false]);
    const cut = await visitor({ offline: true });
    await expect(cut.page.goto(`${url}/good`)).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  });
});
