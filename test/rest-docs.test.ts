import { describe, expect, it } from 'vitest';
import { startTestServer } from './support/start.js';

describe('the page of the REST routes', () => {
  it('is wholly ours in development, and may load nothing from elsewhere', async () => {
    const server = await startTestServer();
    try {
      const page = await fetch(`${server.url}/docs`);
      const html = await page.text();
      expect(page.status).toBe(200);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
      const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
        ([, address]) => new URL(address ?? '', `${server.url}/docs/`),
      );
      expect(loaded.length).toBeGreaterThan(3);
      for (const { origin, href } of loaded) {
        expect(origin).toBe(server.url);
        const asset = await fetch(href);
        expect([href, asset.status, (await asset.arrayBuffer()).byteLength > 0]).toEqual([href, 200, true]);
      }
      const { body: document } = await server.rest('GET', '/openapi.json');
      expect(await (await fetch(`${server.url}/docs/json`)).json()).toEqual(document);
    } finally {
      await server.stop();
    }
  });

  it('is not there in production', async () => {
    const server = await startTestServer({ production: true, publicUrl: 'https://rifas.example.com' });
    try {
      expect((await fetch(`${server.url}/docs`)).status).toBe(404);
    } finally {
      await server.stop();
    }
  });
});
