import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { anAdmin } from './support/actors.js';
import { raffleDesk } from './support/raffles.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const PAGE =
  'query ($id: ID, $slug: String) { raffle(id: $id, slug: $slug) { id title category { name } prizes { title } sellBar { total reserved } } }';

const ask = async (variables: { id: string } | { slug: string }, as?: string) => {
  const { data, errors } = await server.graphql(PAGE, variables, { token: as });
  return errors ? errors[0]?.extensions.code : data.raffle;
};

const read = (asked: { mock: { calls: unknown[][] } }): string[] =>
  asked.mock.calls.map(([sent]) => String((sent as { name?: unknown }).name)).filter((name) => name.startsWith('select_raffle'));

describe('the page of a raffle', () => {
  it('is read for all who ask at the same time, not for each, by its id and by its slug', async () => {
    const { id } = await anOpenRaffle(server, { slug: 'for-everybody', prizes: { create: { position: 1, title: 'Moto' } } });
    // Stands still from here on: on a busy machine forty answers take longer than a copy is kept.
    vi.useFakeTimers({ toFake: ['performance'] });
    await ask({ slug: 'for-everybody' });
    vi.advanceTimersByTime(101);
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => ask(i % 2 === 0 ? { id } : { slug: 'for-everybody' })),
    );
    expect(read(asked).toSorted()).toEqual(['select_raffle_page', 'select_raffle_snapshots']);
    const page = {
      id,
      title: expect.any(String),
      category: null,
      prizes: [{ title: 'Moto' }],
      sellBar: { total: 1_000, reserved: 0 },
    };
    expect(answers).toEqual(Array.from({ length: 40 }, () => page));
  });

  it('is at most 100 ms old, and at once what an operator made of it here', async () => {
    const { id } = await anOpenRaffle(server, { title: 'Before' });
    expect(await ask({ id })).toMatchObject({ title: 'Before' });
    // By another process.
    await server.app.db.prisma.raffle.update({ where: { id }, data: { title: 'Elsewhere' } });
    await expect.poll(() => ask({ id }), { interval: 20, timeout: 1_000 }).toMatchObject({ title: 'Elsewhere' });
    for (const title of ['Here', 'Here again']) {
      await ask({ id });
      await raffleDesk(server, admin.token).update(id, { title });
      expect(await ask({ id })).toMatchObject({ title });
    }
  });

  it('is for an operator the row of this moment, and its bar that of this moment', async () => {
    const { id } = await anOpenRaffle(server);
    for (const reserved of [1, 2, 3]) {
      await ask({ id });
      await server.app.db.prisma.raffle.update({ where: { id }, data: { title: `Title ${reserved}` } });
      await server.app.db.prisma.raffleCounter.update({ where: { raffleId: id }, data: { reserved } });
      expect(await ask({ id }, admin.token)).toMatchObject({ title: `Title ${reserved}`, sellBar: { reserved } });
    }
    await server.app.db.prisma.raffleCounter.update({ where: { raffleId: id }, data: { reserved: 0 } });
  });

  it("is the new raffle's when a slug has passed on, and nobody's when it was given up", async () => {
    const desk = raffleDesk(server, admin.token);
    const [first, second] = [await anOpenRaffle(server, { slug: 'wanted' }), await anOpenRaffle(server, { slug: 'other' })];
    expect(await ask({ slug: 'wanted' })).toMatchObject({ id: first.id });
    await desk.update(first.id, { slug: 'given-up' });
    expect(await ask({ slug: 'wanted' })).toBe('NOT_FOUND');
    await desk.update(second.id, { slug: 'wanted' });
    expect(await ask({ slug: 'wanted' })).toMatchObject({ id: second.id });
    expect(await ask({ slug: 'given-up' })).toMatchObject({ id: first.id });
  });
});
