import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase, type Database } from '../src/platform/database/database.js';
import { DomainError } from '../src/platform/domain-error.js';
import { createRateLimits, type Ceilings, type RateKind, type RateLimits, type RateState } from '../src/platform/rate-limits.js';
import type { Principal } from '../src/platform/principal.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { UNLIMITED } from './support/rates.js';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, poolSize: 2, preparedStatements: true, onError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const PUBLIC: Principal = { role: 'PUBLIC' };
const buyer = (id: string): Principal => ({ role: 'USER', id });
let clockMs = Date.UTC(2030, 0, 1);
/** Each test is in a window of its own. */
const limitsOf = (kind: RateKind, ceilings: Ceilings): RateLimits => {
  clockMs += 3_600_000;
  return processOf(kind, ceilings);
};
const processOf = (kind: RateKind, ceilings: Ceilings): RateLimits =>
  createRateLimits({ ceilings: { ...UNLIMITED, [kind]: ceilings }, db, secret: 'secret', now: () => clockMs });

interface Asked {
  kind?: RateKind;
  principal?: Principal;
  from?: string;
  amount?: number;
  of?: string;
  told?: RateState[];
}
function passes(limits: RateLimits, asked: Asked): boolean {
  const { kind = 'cost', principal = PUBLIC, from = '192.0.2.1', amount = 1, of = '', told = [] } = asked;
  try {
    limits.take({ principal, clientAddress: from }, { kind, amount, of, told });
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ code: 'RATE_LIMITED' });
    return false;
  }
}
function howManyPass(limits: RateLimits, asked: Asked, most = 50): number {
  for (let passed = 0; passed < most; passed++) if (!passes(limits, asked)) return passed;
  return most;
}

describe('a limit', () => {
  it('counts an account wherever it asks from, and an address whoever asks', () => {
    const limits = limitsOf('cost', { account: 5, address: 12, all: 1_000 });
    expect(howManyPass(limits, { principal: buyer('a'), from: '192.0.2.1' })).toBe(5);
    expect(passes(limits, { principal: buyer('a'), from: '198.51.100.1' })).toBe(false);
    expect(howManyPass(limits, { principal: buyer('b'), from: '192.0.2.1' })).toBe(5);
    expect(howManyPass(limits, { principal: buyer('c'), from: '192.0.2.1' })).toBe(2);
    expect(howManyPass(limits, { from: '198.51.100.1' })).toBe(12);
  });

  it('takes a /64 for one address, and an IPv4 address in IPv6 for itself', () => {
    const limits = limitsOf('cost', { account: 5, address: 3, all: 1_000 });
    expect(howManyPass(limits, { from: '2001:db8:1:2::1' })).toBe(3);
    expect(passes(limits, { from: '2001:db8:1:2:ffff::9' })).toBe(false);
    expect(passes(limits, { from: '2001:db8:1:3::1' })).toBe(true);
    expect(howManyPass(limits, { from: '::ffff:192.0.2.7' })).toBe(3);
    expect(passes(limits, { from: '192.0.2.7' })).toBe(false);
  });

  it('counts nothing of what it refuses: a large request leaves the rest to small ones', () => {
    const limits = limitsOf('cost', { account: 10, address: 10, all: 1_000 });
    expect(passes(limits, { amount: 8 })).toBe(true);
    for (let i = 0; i < 5; i++) expect(passes(limits, { principal: buyer('a'), amount: 9 })).toBe(false);
    expect(howManyPass(limits, { principal: buyer('a') })).toBe(2);
  });

  it('begins again with each window, and says when', () => {
    const limits = limitsOf('cost', { account: 5, address: 2, all: 1_000 });
    clockMs += 4_000;
    expect(howManyPass(limits, {})).toBe(2);
    const told: RateState[] = [];
    const refused = () => limits.take({ principal: PUBLIC, clientAddress: '192.0.2.1' }, { kind: 'cost', amount: 1, told });
    expect(refused).toThrow(expect.objectContaining({ code: 'RATE_LIMITED', retryAfterSeconds: 6 }));
    expect(told).toEqual([{ name: 'cost-address', ceiling: 2, windowSeconds: 10, left: 0, resetSeconds: 6 }]);
    clockMs += 6_000;
    expect(howManyPass(limits, {})).toBe(2);
  });

  it('of one raffle leaves another alone', () => {
    const limits = limitsOf('quotas', { account: 5, address: 3, all: 1_000 });
    expect(howManyPass(limits, { kind: 'quotas', of: 'one' })).toBe(3);
    expect(howManyPass(limits, { kind: 'quotas', of: 'other' })).toBe(3);
  });

  it('of orders counts those of an operator by the address alone', () => {
    const limits = limitsOf('orders', { account: 2, address: 9, all: 1_000 });
    const operator: Principal = { role: 'ADMIN', id: 'o', operatorRole: 'SUPPORT' };
    expect(howManyPass(limits, { kind: 'orders', principal: operator })).toBe(9);
  });

  it('of all refuses those alone who ask for more than their share', () => {
    const limits = limitsOf('cost', { account: 100, address: 100, all: 60 });
    const crowd = Array.from({ length: 9 }, (_, i) => `198.51.100.${i}`);
    for (const from of crowd) expect(passes(limits, { from })).toBe(true);
    // Ten addresses: a share is six.
    expect(howManyPass(limits, { from: '192.0.2.1' }, 100)).toBe(51);
    for (const from of crowd) expect(howManyPass(limits, { from })).toBe(5);
  });
});

describe('what is held', () => {
  it('is limited over all processes, makes room when it is given back, and is forgotten with a process that crashed', async () => {
    const ceilings = { account: 100, address: 100, all: 100 };
    const [one, other] = [limitsOf('cost', ceilings), processOf('cost', ceilings)];
    const [ofOne, ofOther] = [one.held('sockets', 10), other.held('sockets', 10)];
    const exchange = async () => {
      for (const limits of [one, other, one, other]) await limits.exchange();
    };
    const leave = Array.from({ length: 7 }, () => ofOne.take('home'));
    expect(ofOther.take('home')).toBeDefined();
    await exchange();
    for (let i = 0; i < 2; i++) expect(ofOther.take('home')).toBeDefined();
    expect(ofOther.take('home')).toBeUndefined();
    expect(ofOther.take('elsewhere')).toBeDefined();

    // Also in the next windows, and what was given back is room for the others once they ask.
    for (let i = 0; i < 2; i++) {
      clockMs += 60_000;
      await exchange();
      expect(ofOther.take('home')).toBeUndefined();
    }
    leave[0]?.();
    await exchange();
    expect(ofOther.take('home')).toBeDefined();
    expect(ofOther.take('home')).toBeUndefined();

    // The process with six of them crashes.
    clockMs += 60_000;
    await other.exchange();
    expect(ofOther.take('home')).toBeUndefined();
    await other.exchange();
    expect(ofOther.take('home')).toBeDefined();
  });

  it('is asked about once after a refusal, not again in a window long after', async () => {
    const ceilings = { account: 100, address: 100, all: 100 };
    const [one, other] = [limitsOf('cost', ceilings), processOf('cost', ceilings)];
    const [ofOne, ofOther] = [one.held('sockets', 10), other.held('sockets', 10)];
    const ofOnes = Array.from({ length: 9 }, () => ofOne.take('home'));
    const mine = ofOther.take('home');
    for (const limits of [one, other]) await limits.exchange();
    expect(ofOther.take('home')).toBeUndefined();
    for (const leave of [...ofOnes, mine]) leave?.();
    clockMs += 60_000;
    for (const limits of [one, other]) await limits.exchange();
    ofOther.take('home');
    await other.exchange();
    const asking = vi.spyOn(db, 'query');
    await other.exchange();
    expect(asking).not.toHaveBeenCalled();
    asking.mockRestore();
  });

  it('of a few is written down by nobody', async () => {
    const limits = limitsOf('cost', { account: 100, address: 100, all: 100 });
    await db.prisma.rateSum.deleteMany();
    limits.held('sockets', 100).take('home');
    await limits.exchange();
    expect(await db.prisma.rateSum.count()).toBe(0);
  });
});

describe('several processes', () => {
  it('count together what matters, one write a second and none without requests', async () => {
    const ceilings = { account: 100, address: 100, all: 10_000 };
    const [one, other] = [limitsOf('cost', ceilings), processOf('cost', ceilings)];
    await one.exchange();
    expect(await db.prisma.rateSum.count()).toBe(0);

    expect(howManyPass(one, {}, 60)).toBe(60);
    expect(howManyPass(other, {}, 30)).toBe(30);
    await one.exchange();
    await other.exchange();
    expect(howManyPass(other, {})).toBe(10);
    await other.exchange();
    // It learns of the others when it has something to say itself.
    expect(passes(one, {})).toBe(true);
    await one.exchange();
    expect(howManyPass(one, {})).toBe(0);
    await one.exchange();
    await other.exchange();
    expect(howManyPass(other, {})).toBe(0);
  });

  it('do not write down who asked, nor a few requests', async () => {
    const limits = limitsOf('cost', { account: 100, address: 100, all: 10_000 });
    await db.prisma.rateSum.deleteMany();
    howManyPass(limits, { from: '192.0.2.200' }, 9);
    await limits.exchange();
    expect(await db.prisma.rateSum.count()).toBe(0);
    howManyPass(limits, { from: '192.0.2.200' }, 11);
    await limits.exchange();
    const [row, ...others] = await db.prisma.rateSum.findMany();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ spent: 20n });
    howManyPass(limits, { from: '192.0.2.200' }, 5);
    await limits.exchange();
    expect(await db.prisma.rateSum.findMany()).toMatchObject([{ spent: 25n }]);
  });
});
