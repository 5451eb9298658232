import type { Context } from '../../src/context.js';
import { signRound } from '../../src/development/beacon/sign-round.js';
import { decideRaffles } from '../../src/instant-prizes/decide.js';
import type { OrderRow } from '../../src/orders/order.sql.js';
import { placeOrder } from '../../src/orders/place-order.js';
import type { ReceivedPayment } from '../../src/payment-providers/adapters/adapter.js';
import { DomainError } from '../../src/platform/domain-error.js';
import type { Round } from '../../src/proof/chain.js';
import type { MillionOrders } from './million-orders.js';
import type { TransitionStage } from './transition-stage.js';

/** What a feature does, by what it is called in the plans that are printed. */
export type Acts = Record<string, () => Promise<unknown>>;

/** Where the acts take place: the parts of a process on a database of a million orders. */
export interface MillionStage extends TransitionStage {
  of: MillionOrders;
  heavyBuyer: Context;
  heavyClient: Context;
  /** An order of the heavy buyer in the huge raffle. */
  place(provider: 'static' | 'sandbox'): Promise<OrderRow>;
  /** Its round has come. */
  placedAndPaid(): Promise<{ order: OrderRow; payment: ReceivedPayment }>;
  /** The id of a row, by what follows FROM. */
  idOf(rows: string): Promise<string>;
}

export async function millionStageOf(stage: TransitionStage, of: MillionOrders): Promise<MillionStage> {
  const { app } = stage;
  // Passkeys are of an address, and nothing listens here.
  app.address.listensAt('http://localhost:4000');
  const contextOf = (kind: 'USER' | 'CLIENT', token: string): Promise<Context> => {
    const request = { requestId: 'test', clientAddress: '127.0.0.1', authorization: `Bearer ${token}`, longLived: true };
    return app.contextFor({ ...request, accepts: [kind] });
  };
  const heavyBuyer = await contextOf('USER', of.heavyBuyer.token);
  const signed = (round: number): [number, Round] => [round, signRound(round)];
  Object.assign(app.rounds, { fetch: async (rounds: readonly number[]) => new Map(rounds.map(signed)) });
  let serial = 0;
  const place = (provider: 'static' | 'sandbox') => {
    const asked = { raffleId: of.raffles.huge, quotaQuantity: 1, paymentProviderName: provider, referral: of.buyer.id };
    serial += 1;
    return placeOrder(Object.assign(Object.create(heavyBuyer) as Context, { idempotencyKey: `key-${serial}` }), asked, 'GATEWAY');
  };
  return {
    ...stage,
    of,
    heavyBuyer,
    heavyClient: await contextOf('CLIENT', of.client.token),
    place,
    async placedAndPaid() {
      const order = await place('static');
      const payment = await stage.pay(order);
      await decideRaffles(app);
      return { order, payment };
    },
    idOf: async (rows) =>
      (await app.db.pool.query<{ id: string }>(`-- looked up\n SELECT id::text FROM ${rows} LIMIT 1`)).rows[0]?.id ?? '',
  };
}

/** Its statements are what counts, and they ran. */
export async function unlessRefused(act: Promise<unknown>): Promise<void> {
  await act.catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
}

export async function unlessConflict(act: Promise<unknown>): Promise<void> {
  await act.catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === 'CONFLICT')) throw error;
  });
}
