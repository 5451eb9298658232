import { expect, it } from 'vitest';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Beside what OpenAPI describes. */
const OTHERS: Record<string, string[]> = {
  '/graphql': ['GET', 'POST'],
  '/healthz': ['GET'],
  '/readyz': ['GET'],
  '/metrics': ['GET'],
  '/openapi.json': ['GET'],
  '/dashboard': ['GET'],
  '/r/some-raffle': ['GET'],
  '/files/some.webp': ['GET'],
  '/v1/payments/callbacks/sandbox': ['POST'],
  '/v1/payments/callbacks/sandbox/pix': ['POST'],
};

it('a wrong method is 405 with the right ones at every address, whoever asks', async () => {
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: Record<string, object> };
  const described = Object.entries(paths).map(([path, operations]): [string, string[]] => [
    path.replace(/\{.*?\}/g, 'x'),
    Object.keys(operations).map((method) => method.toUpperCase()),
  ]);
  // A path may be written in two ways: /raffles/{id} and /raffles/upload.
  const served = (path: string, methods: string[]) =>
    new Set([...methods, ...described.filter(([one]) => one === path).flatMap(([, more]) => more)]);
  expect(described.length).toBeGreaterThan(150);

  for (const [path, methods] of [...described, ...Object.entries(OTHERS)]) {
    const right = served(path, methods);
    const [wrong] = METHODS.filter((method) => !right.has(method)).toReversed();
    // Fastify knows no PROPFIND.
    for (const [authorization, method] of [
      ['', wrong],
      ['Bearer nonsense', wrong],
      ['', 'PROPFIND'],
    ]) {
      const answer = await fetch(server.url + path, { method, headers: authorization ? { authorization } : {} });
      const allow = answer.headers.get('allow')?.split(', ') ?? [];
      expect([path, method, answer.status]).toEqual([path, method, 405]);
      expect([path, [...right].filter((method) => !allow.includes(method))]).toEqual([path, []]);
      expect(allow).not.toContain(method);
    }
  }
});

it('an address of operators that there is not still asks for a token, and another is not found', async () => {
  expect((await fetch(`${server.url}/v1/nothing`, { method: 'DELETE' })).status).toBe(401);
  expect((await fetch(`${server.url}/nothing`, { method: 'DELETE' })).status).toBe(404);
});
