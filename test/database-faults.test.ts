import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { runSql } from './support/database.js';
import { startServerBehindDoor } from './support/door.js';
import { eventually } from './support/eventually.js';
import { brokenInvariants } from './support/sale-invariants.js';
import { anOpenRaffle, countsOf, salesDesk, seedProviders } from './support/sales.js';
import { forTests } from './support/start.js';

const server = forTests(startServerBehindDoor);
const operator = forTests(() => anAdmin(server));
const buyer = forTests(() => aCustomer(server));
let raffleId: string;
beforeAll(async () => {
  await seedProviders(server);
  raffleId = (await anOpenRaffle(server)).id;
  // What is to be refused says itself with which SQLSTATE.
  await runSql(
    server.databaseUrl,
    `CREATE FUNCTION refuse_by_state() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE
       state text := substring(to_jsonb(NEW)::text FROM 'refuse with ([0-9A-Z]{5})');
     BEGIN
       IF state IS NOT NULL THEN RAISE EXCEPTION 'refused' USING ERRCODE = state; END IF;
       RETURN NEW;
     END $$;
     CREATE TRIGGER refuse BEFORE INSERT ON raffle_categories FOR EACH ROW EXECUTE FUNCTION refuse_by_state();
     CREATE TRIGGER refuse BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION refuse_by_state();
     CREATE TRIGGER refuse BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION refuse_by_state()`,
  );
});

const CATEGORY = 'mutation ($name: String!) { createRaffleCategory(input: { name: $name }) { name } }';
const CUSTOMER = 'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { expiresAt } }';
const gatewayBackends = `FROM pg_stat_activity WHERE application_name = 'raffle-gateway' AND datname = current_database()`;

/** What Postgres may answer when nothing is wrong with a request. */
const STATES: Record<string, string> = {
  '08006': 'the connection failed',
  '25006': 'it only reads',
  '40001': 'a transaction could not be serialized, again and again',
  '40P01': 'a deadlock, again and again',
  '53100': 'the disk is full',
  '53200': 'out of memory',
  '53300': 'too many connections',
  '53400': 'a limit of its configuration',
  '55P03': 'a lock was not to be had in time',
  '57014': 'a statement took too long, or was cancelled',
  '57P01': 'it is shut down',
  '57P02': 'it crashed',
  '57P03': 'it starts or stops',
  '57P05': 'the session was idle for too long',
  '58030': 'its disk fails',
};

describe('what Postgres answers when it cannot work', () => {
  it('is UNAVAILABLE, whoever asked and by whichever way it was asked', async () => {
    const phones = Object.keys(STATES).entries();
    const answers = await Promise.all(
      [...phones].map(async ([i, state]) => {
        const name = `refuse with ${state}`;
        const customer = { name, phone: `119876500${String(i).padStart(2, '0')}`, cpf: '52998224725', password: 'uma-senha-boa' };
        const asked = await Promise.all([
          server.graphql(CATEGORY, { name }, { token: operator.token }),
          server.graphql(CUSTOMER, { input: customer }),
          server.graphql(
            'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }',
            { input: { raffleId, quotaQuantity: 1, referral: name } },
            { token: buyer.token },
          ),
          server.rest('POST', '/v1/raffle-categories', { token: operator.token, body: { name } }),
        ]);
        const [inTransaction, alone, inQueue, rest] = asked.map((answer) =>
          'errors' in answer ? answer.errors?.[0]?.extensions.code : answer.status,
        );
        return [state, { inTransaction, alone, inQueue, rest }];
      }),
    );
    const unavailable = { inTransaction: 'UNAVAILABLE', alone: 'UNAVAILABLE', inQueue: 'UNAVAILABLE', rest: 503 };
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(Object.keys(STATES).map((state) => [state, unavailable])));
    expect(await countsOf(server, raffleId)).toMatchObject({ reserved: 0 });
  });

  it('stays INTERNAL_SERVER_ERROR when it is a fault of ours', async () => {
    const answer = await server.graphql(CATEGORY, { name: 'refuse with 42P10' }, { token: operator.token });
    expect(answer.errors?.[0]?.extensions.code).toBe('INTERNAL_SERVER_ERROR');
  });
});

describe('a backend that is killed under a statement', () => {
  /** Ends the gateway's backends that sleep in a statement with this text; one that does not sleep yet would do so when it is asked again. */
  const killAtWork = (text: string) =>
    eventually(async () => {
      const { rows } = await server.app.db.pool.query(
        `SELECT pg_terminate_backend(pid) AS killed ${gatewayBackends} AND wait_event = 'PgSleep' AND query LIKE $1`,
        [`%${text}%`],
      );
      return rows.length > 0;
    });

  it('costs a reader nothing: the question is asked again', async () => {
    await runSql(
      server.databaseUrl,
      `CREATE SEQUENCE slow_reads;
       CREATE FUNCTION is_read_slowly() RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
       BEGIN
         IF nextval('slow_reads') = 1 THEN PERFORM pg_sleep(20); END IF;
         RETURN true;
       END $$;
       ALTER TABLE raffle_categories RENAME TO raffle_categories_kept;
       INSERT INTO raffle_categories_kept (id, name, updated_at) VALUES (gen_random_uuid(), 'Motos', now());
       CREATE VIEW raffle_categories AS SELECT * FROM raffle_categories_kept WHERE is_read_slowly()`,
    );
    try {
      const reading = server.graphql('{ raffleCategories { name } }');
      await killAtWork('raffle_categories');
      expect((await reading).data).toEqual({ raffleCategories: [{ name: 'Motos' }] });
    } finally {
      await runSql(
        server.databaseUrl,
        'DROP VIEW raffle_categories; ALTER TABLE raffle_categories_kept RENAME TO raffle_categories; DROP SEQUENCE slow_reads',
      );
    }
  });

  it('costs a writer nothing where it is known what became of it: the transaction is run again', async () => {
    await runSql(
      server.databaseUrl,
      `CREATE SEQUENCE slow_writes;
       CREATE FUNCTION write_slowly() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         IF nextval('slow_writes') = 1 THEN PERFORM pg_sleep(20); END IF;
         RETURN NEW;
       END $$;
       CREATE TRIGGER slow BEFORE INSERT ON raffle_categories FOR EACH ROW EXECUTE FUNCTION write_slowly()`,
    );
    const writing = server.graphql(CATEGORY, { name: 'Carros' }, { token: operator.token });
    await killAtWork('INSERT INTO "public"."raffle_categories"');
    expect((await writing).data).toEqual({ createRaffleCategory: { name: 'Carros' } });
    expect(await server.app.db.prisma.raffleCategory.count({ where: { name: 'Carros' } })).toBe(1);
    await runSql(server.databaseUrl, 'DROP TRIGGER slow ON raffle_categories');
  });

  it('leaves a write alone whose outcome nobody knows, and says so', async () => {
    await runSql(
      server.databaseUrl,
      `CREATE FUNCTION sleep_then_write() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN PERFORM pg_sleep(20); RETURN NEW; END $$;
       CREATE TRIGGER slow BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION sleep_then_write()`,
    );
    const input = { name: 'Ana', phone: '11987650099', cpf: '52998224725', password: 'uma-senha-boa' };
    const writing = server.graphql(CUSTOMER, { input });
    await killAtWork('INSERT INTO "public"."users"');
    const { errors } = await writing;
    expect(errors?.[0]?.extensions.code).toBe('UNAVAILABLE');
    expect(errors?.[0]?.message).toContain('before it said whether this was done');
    await runSql(server.databaseUrl, 'DROP TRIGGER slow ON users');
  });
});

describe('a server that restarts', () => {
  it('is waited for by readers and by buyers, who are told nothing of it', async () => {
    const raffle = await anOpenRaffle(server);
    const { buy } = salesDesk(server.graphql);
    await server.door.shut();
    const [categories, ...orders] = [
      server.graphql('{ raffleCategories { id } }'),
      ...Array.from({ length: 20 }, () => buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1 })),
    ] as const;
    await sleep(700);
    await server.door.open();
    expect((await categories)?.errors).toBeUndefined();
    expect((await Promise.all(orders)).map(({ code }) => code)).toEqual(Array(20).fill(undefined));
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 20 });
    expect(await brokenInvariants(server, raffle.id)).toEqual([]);
  });

  it('is not waited for again and again: when it stays away everybody is told at once', async () => {
    await server.door.shut();
    const ask = async () => (await server.graphql('{ raffleCategories { id } }')).errors?.[0]?.extensions.code;
    expect(await ask()).toBe('UNAVAILABLE');
    const askedAt = performance.now();
    for (let i = 0; i < 10; i++) expect(await ask()).toBe('UNAVAILABLE');
    expect(performance.now() - askedAt).toBeLessThan(2_000);
    await server.door.open();
    await expect.poll(ask).toBeUndefined();
  });
});
