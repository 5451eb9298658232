import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MeDocument, memoryStorage, RafflePageDocument, type GatewayClient, type Tokens } from '../src/client/index.js';
import { validCpf } from './support/cpf.js';
import { eventually } from './support/eventually.js';
import { startGatewayFront, type GatewayFront } from './support/gateway-front.js';
import { aPage, closePages, failureFrom, tokenFor } from './support/page.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
let front: GatewayFront;
beforeEach(async () => {
  front = await startGatewayFront(server.url);
  // As in browsers that have no locks, whatever this version of Node has.
  vi.stubGlobal('navigator', {});
});
afterEach(async () => {
  vi.unstubAllGlobals();
  closePages();
  await front.stop();
});

let serial = 0;
async function aStalePage(options: Parameters<typeof aPage>[1] = {}) {
  serial += 1;
  const told = { signedOut: 0 };
  const storage = memoryStorage();
  const page = aPage(front.url, { storage, onSignedOut: () => void (told.signedOut += 1), ...options });
  const phone = `119877${String(10_000 + serial)}`;
  const { id } = await page.signUp({ name: 'Ana Lima', phone, cpf: validCpf(500_000_000 + serial), password: 'uma-senha-boa' });
  const fresh = page.tokens()!;
  page.signIn(stale(fresh, id));
  front.requests.length = 0;
  return { page, id, storage, told, fresh };
}
const stale = (tokens: Tokens, id: string): Tokens => ({ ...tokens, accessToken: tokenFor(server, id, -1).accessToken });
const me = (page: GatewayClient) => page.query(MeDocument, {}).then(({ me }) => me.id);
const asked = (name: string) => front.requests.filter(({ body }) => body.includes(`mutation ${name}`)).length;
const sessionsOf = (userId: string) => server.app.db.prisma.session.findMany({ where: { userId } });

describe('a page', () => {
  it('stays logged in by its refresh token, asked for once for all who wait', async () => {
    const { page, id, told, fresh } = await aStalePage();
    expect(await Promise.all([me(page), me(page), me(page)])).toEqual([id, id, id]);
    expect([asked('RefreshSession'), told.signedOut]).toEqual([1, 0]);
    expect(page.tokens()?.refreshToken).not.toBe(fresh.refreshToken);
    page.signIn(stale(page.tokens()!, id));
    expect(await me(page)).toBe(id);
    expect((await sessionsOf(id)).map(({ generation }) => generation)).toEqual([2]);
  });

  it('renews a token that did not hold for what anybody may ask, before it asks for more', async () => {
    const { page, id } = await aStalePage();
    expect(await failureFrom(page.query(RafflePageDocument, { slug: 'none' }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await me(page)).toBe(id);
    expect(asked('RefreshSession')).toBe(1);
    expect(front.requests.filter(({ status }) => status === 401)).toEqual([]);
  });

  it('renews shortly before its token expires', async () => {
    const { page, id, fresh } = await aStalePage();
    page.signIn({ ...fresh, ...tokenFor(server, id, 1) });
    await eventually(async () => (await me(page)) === id && asked('RefreshSession') > 0);
    expect(front.requests.filter(({ status }) => status === 401)).toEqual([]);
  });

  it('bears that the answer to it is lost', async () => {
    const { page, id, told } = await aStalePage();
    front.fates.push('pass', 'lose', 'lose');
    expect(await me(page)).toBe(id);
    expect([asked('RefreshSession'), told.signedOut]).toEqual([3, 0]);
    page.signIn(stale(page.tokens()!, id));
    expect(await me(page)).toBe(id);
  });

  it('is logged out when its session was ended elsewhere, and says so', async () => {
    const { page, id, told } = await aStalePage();
    await server.app.db.pool.query('UPDATE users SET token_version = token_version + 1 WHERE id = $1', [id]);
    expect(await failureFrom(me(page))).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect([page.tokens(), told.signedOut]).toEqual([undefined, 1]);
  });

  it('keeps its tokens while the service cannot be reached', async () => {
    const { page, id, told } = await aStalePage({ retry: { attempts: 1 } });
    front.fates.push('pass', { status: 503, body: '' });
    expect(await failureFrom(me(page))).toMatchObject({ code: 'UNAVAILABLE' });
    expect(told.signedOut).toBe(0);
    expect(await me(page)).toBe(id);
  });

  it('renews its own way where it has one', async () => {
    let renewed = 0;
    const { page, id } = await aStalePage({
      renew: async () => {
        renewed += 1;
        return tokenFor(server, id, 600);
      },
    });
    expect([await me(page), renewed, asked('RefreshSession')]).toEqual([id, 1, 0]);
  });

  it('ends its session at the service when it logs out, and is logged out at once if that fails', async () => {
    const { page, id } = await aStalePage();
    page.signOut();
    expect(page.tokens()).toBeUndefined();
    await eventually(async () => (await sessionsOf(id))[0]?.endedReason === 'LOGGED_OUT');

    const other = await aStalePage({ retry: { attempts: 1 } });
    front.fates.push('lose');
    other.page.signOut();
    expect(other.page.tokens()).toBeUndefined();
    await eventually(() => asked('LogOut') === 1);
  });
});

describe('two tabs with the same tokens', () => {
  async function twoTabs() {
    const { page, id, storage, told } = await aStalePage();
    return { tabs: [page, aPage(front.url, { storage, onSignedOut: () => void (told.signedOut += 1) })], id, told };
  }

  it('may renew them at the same time', async () => {
    const { tabs, id, told } = await twoTabs();
    expect(await Promise.all(tabs.map(me))).toEqual([id, id]);
    expect(tabs[0]!.tokens()).toEqual(tabs[1]!.tokens());
    expect((await sessionsOf(id)).map(({ generation, endedAt }) => [generation, endedAt])).toEqual([[1, null]]);
    expect(told.signedOut).toBe(0);
  });

  it('leave it to one of them where the browser has locks', async () => {
    let last: Promise<unknown> = Promise.resolve();
    const names = new Set<string>();
    const request = (name: string, _: object, work: () => Promise<unknown>) => {
      names.add(name);
      last = last.then(work);
      return last;
    };
    vi.stubGlobal('navigator', { locks: { request } });
    const { tabs, id } = await twoTabs();
    expect(await Promise.all(tabs.map(me))).toEqual([id, id]);
    expect([asked('RefreshSession'), names.size]).toEqual([1, 1]);
  });

  it('do not wait for ever for one that was put to sleep', async () => {
    vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new DOMException('too long', 'TimeoutError')) } });
    const { tabs, id } = await twoTabs();
    expect(await Promise.all(tabs.map(me))).toEqual([id, id]);
  });
});
