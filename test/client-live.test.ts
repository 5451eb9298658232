import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { follow, SellBarChangesDocument, type ClientOptions } from '../src/client/index.js';
import { aCustomer } from './support/actors.js';
import { eventually } from './support/eventually.js';
import { startGatewayFront, type GatewayFront } from './support/gateway-front.js';
import { aPage, closePages, failureFrom, tokenFor } from './support/page.js';
import { anOpenRaffle } from './support/sales.js';
import { shopForTests } from './support/shop.js';

const { server, admin, desk } = shopForTests();
let front: GatewayFront;
let raffleId: string;
beforeAll(async () => {
  raffleId = (await anOpenRaffle(server)).id;
});
beforeEach(async () => {
  front = await startGatewayFront(server.url);
});
afterEach(async () => {
  closePages();
  const { bookHeadWatch, orderWatch, sellBarWatch } = server.app;
  await eventually(() => bookHeadWatch.subscribers + orderWatch.subscribers + sellBarWatch.subscribers === 0);
  await front.stop();
});

async function aCheckout(options: Partial<ClientOptions> = {}, tokenSeconds = 600) {
  const buyer = await aCustomer(server);
  const page = aPage(front.url, options);
  const { order } = await desk.buy(buyer.token, { raffleId, quotaQuantity: 1 });
  page.signIn(tokenFor(server, buyer.id, tokenSeconds));
  return { page, buyer, orderId: order!.id };
}
const pay = (orderId: string) => desk.pay(admin.token, orderId);
const asked = () => front.requests.length;
const nextOf = async <Value>(values: AsyncGenerator<Value, void>): Promise<Value> => {
  const { value, done } = await values.next();
  if (done) throw new Error('the stream ended');
  return value;
};

describe('a watched order', () => {
  it('is told at once and when it is paid, over one WebSocket, without a question', async () => {
    const { page, orderId } = await aCheckout();
    const [order, again, bar] = [page.watchOrder(orderId), page.watchOrder(orderId), page.watchSellBar(raffleId)];
    expect([(await nextOf(order)).status, (await nextOf(again)).status]).toEqual(['PENDING', 'PENDING']);
    expect((await nextOf(bar)).total).toBe(1_000);
    await pay(orderId);
    expect([(await nextOf(order)).status, (await nextOf(again)).status]).toEqual(['PAID', 'PAID']);
    expect([front.upgrades, asked()]).toEqual([1, 0]);
    for (const stream of [order, again, bar]) await stream.return();
  });

  it('that nobody may see is refused, and so is one without a token', async () => {
    const { page, orderId } = await aCheckout();
    expect(await failureFrom(page.watchOrder('999999999').next())).toMatchObject({ name: 'GatewayError', code: 'NOT_FOUND' });
    page.signOut();
    expect(await failureFrom(page.watchOrder(orderId).next())).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('goes on after the connection was lost, each state told once', async () => {
    const { page, orderId } = await aCheckout();
    const order = page.watchOrder(orderId);
    await nextOf(order);
    const next = nextOf(order);
    front.cut();
    await eventually(() => front.upgrades === 2 && server.app.orderWatch.subscribers === 1);
    front.cut();
    await pay(orderId);
    expect((await next).status).toBe('PAID');
    expect([front.upgrades, asked()]).toEqual([3, 0]);
    await order.return();
  });

  it('goes on when a connection is silent, which nobody closed', async () => {
    const { page, orderId } = await aCheckout({ live: { pingMs: 200 } });
    const order = page.watchOrder(orderId);
    await nextOf(order);
    front.freeze();
    await pay(orderId);
    expect((await nextOf(order)).status).toBe('PAID');
    expect(front.upgrades).toBe(2);
    await order.return();
    front.cut();
  });

  it('goes on with new tokens when those it began with expire', async () => {
    let renewed = 0;
    const buyer = { id: '' };
    const { page, orderId, ...rest } = await aCheckout(
      {
        async renew() {
          renewed += 1;
          return tokenFor(server, buyer.id, 600);
        },
      },
      2,
    );
    buyer.id = rest.buyer.id;
    const order = page.watchOrder(orderId);
    await nextOf(order);
    const next = nextOf(order);
    await eventually(() => front.upgrades === 2 && server.app.orderWatch.subscribers === 1);
    await pay(orderId);
    expect((await next).status).toBe('PAID');
    expect(renewed).toBe(1);
    await order.return();
  });

  it('ends for who logs out, and for whose tokens end without new ones', async () => {
    const first = await aCheckout();
    const left = first.page.watchOrder(first.orderId);
    await nextOf(left);
    const refusal = failureFrom(left.next());
    first.page.signOut();
    expect(await refusal).toMatchObject({ code: 'UNAUTHENTICATED' });

    let signedOut = 0;
    const second = await aCheckout({ onSignedOut: () => void (signedOut += 1) }, 2);
    const ended = second.page.watchOrder(second.orderId);
    await nextOf(ended);
    expect(await failureFrom(ended.next())).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect([signedOut, asked()]).toEqual([1, 0]);
  });

  it('ends with its signal, and with the client', async () => {
    const { page, orderId } = await aCheckout();
    const leaving = new AbortController();
    const order = page.watchOrder(orderId, { signal: leaving.signal });
    await nextOf(order);
    const ended = failureFrom(order.next());
    const reason = new Error('the page was left');
    leaving.abort(reason);
    expect(await ended).toBe(reason);
    await eventually(() => server.app.orderWatch.subscribers === 0);

    const other = page.watchOrder(orderId);
    await nextOf(other);
    const closed = failureFrom(other.next());
    page.close();
    expect(await closed).toMatchObject({ name: 'AbortError' });
  });
});

describe('where no WebSocket opens', () => {
  it.each([
    ['decline' as const, 2],
    ['swallow' as const, 2],
  ])('(they %s it) an order is asked for until it is paid', async (sockets, upgrades) => {
    front.sockets = sockets;
    const { page, orderId } = await aCheckout({ live: { socketAttempts: 2, connectMs: 300 } });
    const order = page.watchOrder(orderId);
    expect((await nextOf(order)).status).toBe('PENDING');
    const before = asked();
    const next = nextOf(order);
    await eventually(() => asked() >= before + 3);
    await pay(orderId);
    expect((await next).status).toBe('PAID');
    expect(front.upgrades).toBe(upgrades);
    await order.return();
  });

  it('a sell bar is asked for, outages passed over, until one opens again', async () => {
    // Whose bar does not change by itself: heads of the other's book come after its payments.
    raffleId = (await anOpenRaffle(server)).id;
    front.sockets = 'decline';
    const page = aPage(front.url, { live: { socketAttempts: 1, socketAgainMs: 700 }, retry: { attempts: 1 } });
    const bar = page.watchSellBar(raffleId);
    const { paid } = await nextOf(bar);
    front.fates.push({ status: 503 }, 'lose', { status: 429 });
    const next = nextOf(bar);
    await eventually(() => front.fates.length === 0);
    front.sockets = 'pass';
    await eventually(() => server.app.sellBarWatch.subscribers === 1);
    const questions = asked();
    await pay((await aCheckout()).orderId);
    let state = await next;
    while (state.paid === paid) state = await nextOf(bar);
    expect(state.paid).toBe(paid + 1);
    expect(asked()).toBe(questions);
    await bar.return();
  });

  it('nor is there any, everything is asked for, and a bare subscription says so', async () => {
    const { page, orderId } = await aCheckout({ webSocket: null });
    const without = globalThis.WebSocket === undefined ? page : aPage(front.url, { webSocket: 'none' });
    expect(await failureFrom(without.subscribe(SellBarChangesDocument, { raffleId }).next())).toMatchObject({
      code: 'NETWORK_ERROR',
    });
    const order = page.watchOrder(orderId);
    expect((await nextOf(order)).status).toBe('PENDING');
    await order.return();
  });

  it('what is not there is refused by the question, too, and the signal ends the wait between two', async () => {
    front.sockets = 'decline';
    const { page, orderId } = await aCheckout({ live: { socketAttempts: 1, askEveryMs: 60_000 } });
    expect(await failureFrom(page.watchOrder('999999999').next())).toMatchObject({ code: 'NOT_FOUND' });
    const leaving = new AbortController();
    const order = page.watchOrder(orderId, { signal: leaving.signal });
    await nextOf(order);
    const ended = failureFrom(order.next());
    leaving.abort(new Error('left'));
    expect(await ended).toMatchObject({ message: 'left' });
  });
});

describe('a subscription', () => {
  it('gives every state anew when the connection was lost', async () => {
    const page = aPage(front.url);
    const quiet = await anOpenRaffle(server);
    const bars = page.subscribe(SellBarChangesDocument, { raffleId: quiet.id });
    const first = await nextOf(bars);
    front.cut();
    expect(await nextOf(bars)).toEqual(first);
    await bars.return();
  });

  it('waits for a WebSocket as long as it takes', async () => {
    front.sockets = 'decline';
    const page = aPage(front.url, { live: { socketAttempts: 1, socketAgainMs: 400 } });
    const bars = page.subscribe(SellBarChangesDocument, { raffleId });
    const next = nextOf(bars);
    await eventually(() => front.upgrades === 3);
    front.sockets = 'pass';
    expect((await next).sellBar.total).toBe(1_000);
    await bars.return();
  });

  it('calls back until it is stopped, and tells how it ended', async () => {
    const page = aPage(front.url);
    const seen: unknown[] = [];
    const stop = follow((signal) => page.watchSellBar(raffleId, { signal }), {
      next: (bar) => seen.push(bar.raffleId),
      error: (error) => seen.push(error),
    });
    await eventually(() => seen.length === 1);
    stop();
    await eventually(() => server.app.sellBarWatch.subscribers === 0);
    expect(seen).toEqual([raffleId]);
    follow((signal) => page.watchSellBar('nonsense', { signal }), {
      next: () => undefined,
      error: (error) => seen.push((error as { code: string }).code),
    });
    await eventually(() => seen.length === 2);
    expect(seen[1]).toBe('NOT_FOUND');
  });
});

it.each(['pass', 'decline'] as const)(
  'heads of the public book are told as they are published, where sockets %s',
  async (sockets) => {
    front.sockets = sockets;
    const { id } = await anOpenRaffle(server);
    const page = aPage(front.url, { live: { socketAttempts: 1, askEveryMs: 100 } });
    const heads = page.watchBookHead(id);
    expect(await nextOf(heads)).toMatchObject({ raffleId: id, size: 0, at: null });
    const { order } = await desk.buy((await aCustomer(server)).token, { raffleId: id, quotaQuantity: 3 });
    await pay(order!.id);
    const { size, composition } = await nextOf(heads);
    expect([size, composition]).toEqual([1, { pix: 0, byHand: 3, free: 0, givenBack: 0 }]);
    await heads.return();
  },
);
