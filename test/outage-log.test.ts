import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog, type Log } from '../src/platform/log.js';
import { refuse } from '../src/platform/domain-error.js';
import { markFromDatabase, UnknownOutcomeError } from '../src/platform/database/errors.js';
import { summarizeOutages } from '../src/platform/database/outage-log.js';
import { startLoggedServer } from './support/logged-server.js';
import { doorTo } from './support/door.js';
import { eventually } from './support/eventually.js';
import { startTestServer } from './support/start.js';

const WARN = 40;
const ERROR = 50;

interface Line {
  event: string;
  level: number;
  heldBack?: number;
  forSeconds?: number;
  reason?: string;
  err?: object;
}

const unreachable = (): Error => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

function refused(): Error {
  const error = unreachable();
  markFromDatabase(error);
  return error;
}

function linesOf(text: string): Line[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}

describe('the log while the database is away', () => {
  let text: string;
  let log: Log;
  beforeEach(() => {
    vi.useFakeTimers();
    text = '';
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        text += chunk.toString();
        done();
      },
    });
    log = summarizeOutages(createLog({ logLevel: 'info' }, sink));
  });
  afterEach(() => vi.useRealTimers());
  const fail = (event: string, err: unknown = refused()): void => log.error({ err, event }, 'it failed');

  it('has a warning, without a stack, then an error after 45 seconds and each minute, which counts the others', () => {
    for (let second = 0; second < 106; second += 1) {
      fail('orders.expiry.failed');
      fail('draws.processing.failed');
      vi.advanceTimersByTime(1_000);
    }
    expect(linesOf(text)).toEqual([
      expect.objectContaining({
        event: 'database.failing',
        level: WARN,
        first: 'orders.expiry.failed',
        reason: refused().message,
      }),
      expect.objectContaining({ event: 'database.away', level: ERROR, forSeconds: 45, heldBack: expect.any(Number) }),
      expect.objectContaining({ event: 'database.away', level: ERROR, forSeconds: 105, heldBack: expect.any(Number) }),
    ]);
    expect(linesOf(text)[2]!.heldBack).toBeGreaterThan(175);
    expect(text).not.toContain('outage-log.test.ts');
  });

  it('has no error of a failover that mends itself, says when nothing fails by it any more, and the next time begins anew', () => {
    fail('a.failed');
    vi.advanceTimersByTime(4_000);
    fail('a.failed');
    vi.advanceTimersByTime(10_000);
    fail('b.failed');
    expect(linesOf(text).map(({ event, heldBack, forSeconds }) => [event, forSeconds, heldBack])).toEqual([
      ['database.failing', undefined, undefined],
      ['database.back', 4, 1],
      ['database.failing', undefined, undefined],
    ]);
  });

  it('keeps every line that is not about that, and requests whose outcome nobody knows', () => {
    const slow = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    const ofProvider = new Error('the provider is away', { cause: unreachable() });
    const others = [new Error('a fault of ours'), slow, unreachable(), ofProvider];
    for (const err of others) fail('x.failed', err);
    log.warn({ event: 'x.refused', err: new UnknownOutcomeError(refused()) }, 'refused');
    log.info({ event: 'x.done' }, 'done');
    expect(linesOf(text).map(({ event, err }) => [event, Boolean(err)])).toEqual([
      ...others.map(() => ['x.failed', true]),
      ['x.refused', true],
      ['x.done', false],
    ]);
  });

  it('counts work that waited in vain for a lock, or for its turn, only while the database fails', () => {
    const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    const crowded = refuse('platform.tooManyChanges');
    fail('a.failed', locked);
    fail('b.failed', crowded);
    fail('c.failed');
    fail('d.failed', locked);
    fail('e.failed', crowded);
    expect(linesOf(text).map(({ event }) => event)).toEqual(['a.failed', 'b.failed', 'database.failing']);
  });

  it('counts recurring work whose outcome nobody knows: it is done again', () => {
    fail('x.failed', new UnknownOutcomeError(refused()));
    expect(linesOf(text).map(({ event, level }) => [event, level])).toEqual([['database.failing', WARN]]);
  });
});

it('a gateway whose database goes away says so once', async () => {
  const server = await startTestServer();
  const door = await doorTo(server.databaseUrl);
  const logged = await startLoggedServer(server, { databaseUrl: door.url });
  const loud = () => linesOf(logged.logged()).filter(({ event }) => event?.startsWith('database.') || event?.endsWith('.failed'));
  try {
    await door.shut();
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await fetch(`${logged.url}/readyz`)).status).toBe(503);
      await logged.ask('{ raffle(slug: "none") { id } }');
    }
    await eventually(() => loud().length > 0);
    await new Promise((resolve) => void setTimeout(resolve, 3_000));
    expect(loud().map(({ event }) => event)).toEqual(['database.failing']);
  } finally {
    await door.open();
    await logged.stop();
    await door.shut();
    await server.stop();
  }
});
