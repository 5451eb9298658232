import { aCustomer } from './actors.js';
import { quotaPrizeDesk } from './quota-prizes.js';
import { raffleDesk } from './raffles.js';
import { decideAll } from './rounds.js';
import { startShop } from './shop.js';

export type QuotaPrizeShop = Awaited<ReturnType<typeof startQuotaPrizeShop>>;

export async function startQuotaPrizeShop() {
  const shop = await startShop();
  const { server, admin, desk } = shop;
  const operator = quotaPrizeDesk(server.graphql, admin.token);
  const raffles = raffleDesk(server, admin.token);
  const buyer = await aCustomer(server, { name: 'Maria Aparecida da Silva' });
  return {
    ...shop,
    operator,
    people: quotaPrizeDesk(server.graphql),
    raffles,
    buyer,
    aRaffle: (input: Record<string, unknown> = {}) => raffles.open({ enableQuotaPrizes: true, quotaQuantity: 100, ...input }),
    async add(raffleId: string, prizes: object[]): Promise<string[]> {
      const { value, message } = await operator.create(raffleId, prizes);
      if (!value) throw new Error(message);
      return value;
    },
    /** Pays, and has the round decide. */
    async buy(raffleId: string, quotaQuantity: number): Promise<{ id: string; numbers: string[] }> {
      const { order, message } = await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity });
      if (!order) throw new Error(message);
      await desk.pay(admin.token, order.id);
      await decideAll(server.app);
      const { data } = await server.graphql<{ order: { luckyNumbers: { nodes: string[] } } }>(
        'query ($id: ID!) { order(id: $id) { luckyNumbers(first: 100) { nodes } } }',
        { id: order.id },
        admin,
      );
      return { id: order.id, numbers: data.order.luckyNumbers.nodes };
    },
  };
}
