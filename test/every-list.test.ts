import { expect, it } from 'vitest';
import { anAdmin, aCustomer } from './support/actors.js';
import { everyListQuery } from './support/every-list.js';
import type { MillionOrders } from './support/million-orders.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);

it('every list can be asked for as the soak does over a million orders', async () => {
  const { id } = await anOpenRaffle(server);
  const { id: buyerId, token, phone, cpf } = await aCustomer(server);
  const buyer = { id: buyerId, token, phone, cpf };
  const of: MillionOrders = {
    raffles: { huge: id, unsold: id, unordered: id, calledOff: id, small: id },
    heavyBuyer: buyer,
    buyer,
    operator: await anAdmin(server),
    paidOrderId: '1',
    boxedOrderId: '1',
    awardedBoxId: id,
    categoryId: id,
    halfWay: new Date(),
    client: { id, token },
    deadEndpoint: 1,
    endpoint: 1,
    bulkActId: id,
  };
  const refused: unknown[] = [];
  // Of each list its first page and one from the depth, as they are asked for first.
  const asked = new Map(
    everyListQuery(of)
      .map((list) => [`${list.name.split('(', 1)[0]} ${list.name.includes('after:')}`, list] as const)
      .toReversed(),
  );
  for (const { name, query, token: asker } of asked.values()) {
    const { errors = [] } = await server.graphql(query, {}, { token: asker });
    // What is asked about is not there, but it can be asked for.
    for (const { message, extensions } of errors) if (extensions.code !== 'NOT_FOUND') refused.push([name, message]);
  }
  expect(refused).toEqual([]);
});
