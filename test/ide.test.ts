import { parse, specifiedRules, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ideTabs } from '../src/development/ide-tabs.js';
import { schema } from '../src/schema.js';
import { startTestServer, type TestServer } from './support/start.js';

describe('in development the IDE', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server?.stop());

  const page = async () => {
    const response = await fetch(`${server.url}/ide`);
    return { status: response.status, headers: response.headers, html: await response.text() };
  };

  it('is a page that knows where this server is', async () => {
    const { status, headers, html } = await page();
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(html).toContain(`\`${server.url}/graphql\``);
    expect(html).toContain(`\`${server.url.replace('http', 'ws')}/graphql\``);
  });

  it('is reached by https where a proxy says so that is trusted, and by no other word of anybody', async () => {
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'rifas.example.com' };
    const told = async (url: string) => (await fetch(`${url}/ide`, { headers: forwarded })).text();
    expect(await told(server.url)).toContain(`\`${server.url}/graphql\``);
    const behind = await startTestServer({ trustedProxies: ['127.0.0.1'] });
    const html = await told(behind.url);
    await behind.stop();
    for (const address of ['https://rifas.example.com/graphql', 'wss://rifas.example.com/graphql'])
      expect(html).toContain(`\`${address}\``);
    const published = await startTestServer({ publicUrl: 'https://rifas.example.org' });
    expect(await told(published.url)).toContain('`wss://rifas.example.org/graphql`');
    await published.stop();
  });

  it('loads nothing from elsewhere, and may not', async () => {
    const { headers, html } = await page();
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    const loaded = [...html.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]+)"/g)].map(
      ([, address]) => new URL(address ?? '', `${server.url}/ide/`),
    );
    expect(loaded.length).toBeGreaterThan(5);
    for (const { origin, href } of loaded) {
      expect(origin).toBe(server.url);
      const asset = await fetch(href);
      expect([asset.status, (await asset.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
    }
  });

  it('runs its scripts where they can do nothing else', async () => {
    const frame = await fetch(`${server.url}/ide/iframe-sandbox/index.html`);
    await frame.text();
    expect(frame.headers.get('content-security-policy')).toBe('sandbox allow-scripts');
  });

  it('is where a browser is sent that opens the address of GraphQL', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml' };
    const response = await fetch(`${server.url}/graphql`, { redirect: 'manual', headers });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/ide']);
  });

  it('answers 404 as JSON for a file that it has not', async () => {
    expect(await server.rest('GET', '/ide/nothing-here')).toMatchObject({
      status: 404,
      body: { statusCode: 404, error: 'Not Found' },
    });
  });
});

describe('the tabs of the IDE', () => {
  const tabs = ideTabs({ graphql: '/graphql', subscriptions: '/graphql', testBank: 'http://127.0.0.1:4001' });

  it.each(tabs.map((tab) => [tab.initialName, tab] as const))('are documents of the schema: %s', (_, tab) => {
    const document = parse(tab.initialQuery ?? '');
    const usable = specifiedRules.filter(({ name }) => name !== 'LoneAnonymousOperationRule');
    expect(validate(schema, document, usable)).toEqual([]);
    expect(tab.initialVariables).toBeUndefined();
  });

  it('end with the one to start with, which Altair opens', () => {
    expect(tabs.at(-1)?.initialName).toBe('Start here');
  });
});

describe('in production the IDE', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ production: true, publicUrl: 'https://example.com' });
  });
  afterAll(() => server?.stop());

  it('is not there', async () => {
    for (const path of ['/ide', '/ide/', '/ide/main.js']) {
      const { status, body } = await server.rest('GET', path);
      expect([status, body]).toEqual([
        404,
        { error: 'Not Found', statusCode: 404, code: 'NOT_FOUND', message: `There is nothing at GET ${path}.` },
      ]);
    }
    const landing = await fetch(`${server.url}/graphql`, { headers: { accept: 'text/html' } });
    expect([landing.status, landing.headers.get('content-type')]).toEqual([406, 'application/json; charset=utf-8']);
  });
});
