import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  GatewayError,
  MeDocument,
  memoryStorage,
  PricePreviewDocument,
  UserLoginDocument,
  type Tokens,
} from '../src/client/index.js';
import { aCustomer } from './support/actors.js';
import { deferred } from './support/deferred.js';
import { eventually } from './support/eventually.js';
import { startGatewayFront, type GatewayFront } from './support/gateway-front.js';
import { aBuyerWithOldTokens, aPage, closePages, failureFrom, tokenFor } from './support/page.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
let front: GatewayFront;
let raffleId: string;
beforeAll(async () => {
  raffleId = (await anOpenRaffle(server)).id;
});
beforeEach(async () => {
  front = await startGatewayFront(server.url);
});
afterEach(async () => {
  vi.useRealTimers();
  closePages();
  await front.stop();
});

describe('tokens', () => {
  /** A page whose tokens are kept where the test sees them, and are renewed by `renew`. */
  function renewingPage(old: Tokens, renew?: (current: Tokens) => Promise<Tokens | null>) {
    const storage = memoryStorage();
    const told = { renewed: 0, signedOut: 0 };
    const page = aPage(front.url, {
      storage,
      ...(renew && {
        renew(current) {
          told.renewed += 1;
          return renew(current);
        },
      }),
      onSignedOut() {
        told.signedOut += 1;
      },
    });
    page.signIn(old);
    return { page, storage, told };
  }
  const ask = (page: ReturnType<typeof aPage>, i = 0) =>
    page.query(PricePreviewDocument, { raffleId, quotaQuantity: i + 1 }).then(({ orderPrice }) => orderPrice.quotaQuantity);
  const refusals = () => front.requests.filter(({ status }) => status === 401).length;

  it('that the service refuses are renewed once for all who wait, and what was refused is sent again', async () => {
    const { id, old } = await aBuyerWithOldTokens(server);
    const renewed = tokenFor(server, id, 600);
    const { page, told } = renewingPage(old, async () => renewed);
    // What is for anyone is answered all the same.
    const asking = Array.from({ length: 20 }, (_, i) => ask(page, i));
    expect((await page.query(MeDocument, {})).me.id).toBe(id);
    expect(await Promise.all(asking)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(told).toEqual({ renewed: 1, signedOut: 0 });
    expect(refusals()).toBeGreaterThan(0);
    expect(page.tokens()).toMatchObject(renewed);
  });

  it('that a late answer refuses are not renewed again when they were replaced meanwhile', async () => {
    const { id, old } = await aBuyerWithOldTokens(server);
    const { page, told } = renewingPage(old, async () => tokenFor(server, id, 600));
    const body = JSON.stringify({ errors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }] });
    front.fates.push('pass', { status: 401, headers: { 'content-type': 'application/json' }, body });
    const late = page.query(MeDocument, {});
    await Promise.all([ask(page), late]);
    expect(told.renewed).toBe(1);
  });

  it('are renewed shortly before they expire, so that nothing is refused', async () => {
    const { id } = await aCustomer(server);
    const { page, told } = renewingPage(tokenFor(server, id, 600), async () => tokenFor(server, id, 600));
    const startedAt = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: startedAt + 538_000 });
    await ask(page);
    expect(told.renewed).toBe(0);
    vi.setSystemTime(startedAt + 542_000);
    await Promise.all([ask(page, 1), ask(page, 2), ask(page, 3)]);
    expect((await page.query(MeDocument, {})).me.id).toBe(id);
    expect([told, refusals()]).toEqual([{ renewed: 1, signedOut: 0 }, 0]);
  });

  it('stay when their renewal breaks while they hold, of which nobody is told, and are renewed some seconds later', async () => {
    const { id } = await aCustomer(server);
    const [old, fresh] = [tokenFor(server, id, 600), tokenFor(server, id, 3_600)];
    const { page, told } = renewingPage(old, async () => {
      if (told.renewed === 1) throw new GatewayError('NETWORK_ERROR', 'not now');
      return fresh;
    });
    const startedAt = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: startedAt + 542_000 });
    for (let n = 1; n <= 3; n += 1) expect(await ask(page, n)).toBe(n + 1);
    expect([told, page.tokens()?.accessToken]).toEqual([{ renewed: 1, signedOut: 0 }, old.accessToken]);
    vi.setSystemTime(startedAt + 548_000);
    expect(await ask(page, 4)).toBe(5);
    expect([told, page.tokens()?.accessToken]).toEqual([{ renewed: 2, signedOut: 0 }, fresh.accessToken]);
  });

  it('that come when their owner has logged out, or somebody else in, are nobody’s', async () => {
    const { id, old } = await aBuyerWithOldTokens(server);
    const another = tokenFor(server, (await aCustomer(server)).id, 600);
    for (const next of [undefined, another]) {
      const renewal = deferred<Tokens>();
      const { page, told } = renewingPage(old, () => renewal.promise);
      const asking = page.query(MeDocument, {}).catch(() => undefined);
      await eventually(() => told.renewed === 1);
      if (next) page.signIn(next);
      else page.signOut();
      renewal.resolve(tokenFor(server, id, 600));
      await asking;
      expect(page.tokens()?.accessToken).toBe(next?.accessToken);
    }
  });

  it('that cannot be renewed end the session: what anybody may see is still answered', async () => {
    const { old } = await aBuyerWithOldTokens(server);
    for (const renew of [undefined, async () => null]) {
      const { page, storage, told } = renewingPage(old, renew);
      const [seen, refused] = await Promise.all([ask(page), failureFrom(page.query(MeDocument, {}))]);
      expect([seen, refused.code, told.signedOut]).toEqual([1, 'UNAUTHENTICATED', 1]);
      expect([storage.get(), page.tokens()]).toEqual([null, undefined]);
    }
  });

  it('stay when their renewal breaks, which is told, and tried again the next time', async () => {
    const { id, old } = await aBuyerWithOldTokens(server);
    let broken = true;
    const { page, told } = renewingPage(old, async () => {
      if (broken) throw new GatewayError('UNAVAILABLE', 'not now');
      return tokenFor(server, id, 600);
    });
    expect(await failureFrom(page.query(MeDocument, {}))).toMatchObject({ code: 'UNAVAILABLE', message: 'not now' });
    expect([page.tokens()?.accessToken, told.signedOut]).toEqual([old.accessToken, 0]);
    broken = false;
    expect((await page.query(MeDocument, {})).me.id).toBe(id);
  });

  it('can be renewed by way of the client itself', async () => {
    const { id, old } = await aBuyerWithOldTokens(server);
    const { page } = renewingPage(old, async () => {
      await page.query(PricePreviewDocument, { raffleId, quotaQuantity: 1 }, { anonymous: true });
      return tokenFor(server, id, 600);
    });
    expect((await page.query(MeDocument, {})).me.id).toBe(id);
  });

  it('are not touched by a wrong password', async () => {
    const { page, told } = renewingPage(tokenFor(server, (await aCustomer(server)).id, 600), async () => null);
    const input = { phone: '11900000000', password: 'x' };
    expect(await failureFrom(page.logIn(input))).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await failureFrom(page.mutate(UserLoginDocument, { input }))).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(told).toEqual({ renewed: 0, signedOut: 0 });
    expect(page.tokens()).toBeDefined();
  });

  it('of somebody else are not answered with what was asked before', async () => {
    const { id } = await aCustomer(server);
    const { page } = renewingPage(tokenFor(server, id, 600));
    const other = await aCustomer(server);
    const before = page.query(MeDocument, {});
    page.signIn(tokenFor(server, other.id, 600));
    const after = page.query(MeDocument, {});
    // What goes out carries the tokens of that moment.
    expect([(await after).me.id, [id, other.id].includes((await before).me.id)]).toEqual([other.id, true]);
    expect(front.requests).toHaveLength(2);
  });
});
