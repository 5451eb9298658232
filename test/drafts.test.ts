import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);

const SLUG = 'sorteio-secreto';
const CREATE = 'mutation ($input: CreateRaffleInput!) { createRaffle(input: $input) { id } }';

/** What is left of a limit counts down with every request. */
const CHANGING = ['date', 'x-request-id', 'etag', 'content-length', 'ratelimit'];

interface Asked {
  id: string;
  slug: string;
}

async function aDraft(title: string, slug: string): Promise<Asked & { token: string }> {
  const { token } = await anAdmin(server);
  const input = { title, slug, quotaPrice: '1.00', quotaQuantity: 100 };
  const { data } = await server.graphql(CREATE, { input }, { token });
  return { id: data.createRaffle.id, slug, token };
}

/** What differs between two requests at any time is left out, and the names that were asked for. */
async function answerOf(path: string, method: string, token: string | undefined, { id, slug }: Asked): Promise<string> {
  const where = path
    .replace('{slug}', slug)
    .replace(/\{(raffleId|id)\}/, id)
    .replace(/\{.*?\}/g, 'x');
  const response = await fetch(server.url + where + (path.includes('{') ? '' : `?raffleId=${id}&first=1`), {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { body: JSON.stringify({ raffleId: id, quotaQuantity: 1, paymentMethod: 'PIX' }) }),
  });
  const headers = [...response.headers].filter(([name]) => !CHANGING.includes(name));
  const text = `${response.status} ${JSON.stringify(headers)} ${await response.text()}`;
  return text
    .replaceAll(id, 'ID')
    .replaceAll(slug, 'SLUG')
    .replace(/"requestId":"[^"]*"/g, '');
}

it('a DRAFT, also one that was deleted, is for buyers and strangers as no raffle at every address', async () => {
  const draft = await aDraft('Sorteio secreto', SLUG);
  const deleted = await aDraft('Sorteio apagado', 'sorteio-apagado');
  const gone = await server.graphql('mutation ($id: ID!) { deleteRaffle(id: $id) { id } }', { id: deleted.id }, deleted);
  expect(gone.errors).toBeUndefined();
  const none = { id: uuidv7(), slug: 'sorteio-nenhum' };
  const buyer = await aCustomer(server);
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: Record<string, object> };
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => [path, method.toUpperCase()] as const),
  );
  calls.push(['/draws/{raffleId}/proof.json', 'GET']);
  // Its answer has the time of the request.
  const asked = calls.filter(([path]) => path !== '/v1/users/profile/data');
  expect(asked.filter(([path]) => path.includes('{raffleId}')).length).toBeGreaterThan(30);

  for (const [path, method] of asked) {
    for (const token of [undefined, buyer.token]) {
      const expected = await answerOf(path, method, token, none);
      for (const one of [draft, deleted]) {
        expect([method, path, await answerOf(path, method, token, one)]).toEqual([method, path, expected]);
      }
    }
  }
  const mine = await server.rest('GET', `/v1/orders?raffleId=${draft.id}&first=1`, { token: draft.token });
  expect(mine.status).toBe(200);
}, 120_000);

it('its slug is looked for like one that nobody has: what is found only then would take longer', async () => {
  const { data } = await server.graphql('query ($slug: String) { raffle(slug: $slug) { id } }', { slug: SLUG });
  expect(data).toEqual({ raffle: null });
  const { rows } = await server.app.db.pool.query('SELECT id FROM raffles WHERE slug = $1', [SLUG]);
  expect(rows).toHaveLength(1);
  // Kept for a moment, it would be found without a statement.
  server.app.rafflePages.drop(rows[0].id);
  const asked: string[] = [];
  const query = server.app.db.query;
  server.app.db.query = ((statement: { name: string }, values: unknown[] = []) => {
    // The workers ask beside it, about other things.
    if ([SLUG, rows[0].id].some((text) => JSON.stringify(values).includes(text))) asked.push(statement.name);
    return query(statement as never, values);
  }) as never;
  try {
    expect(await server.app.rafflePages.bySlug(SLUG)).toBeUndefined();
  } finally {
    server.app.db.query = query;
  }
  expect(asked).toEqual(['select_raffle_id_by_slug']);
});
