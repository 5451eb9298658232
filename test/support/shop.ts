import { afterAll, beforeAll } from 'vitest';
import { anAdmin } from './actors.js';
import { salesDesk, seedProviders } from './sales.js';
import { startTestServer, type TestServer } from './start.js';

/** A gateway that sells, with codes that it makes itself, an operator, and the operations on orders. */
export interface Shop {
  server: TestServer;
  admin: { id: string; token: string };
  desk: ReturnType<typeof salesDesk>;
}

export async function startShop(): Promise<Shop> {
  const server = await startTestServer();
  await seedProviders(server);
  return { server, admin: await anAdmin(server), desk: salesDesk(server.graphql) };
}

/** The shop of the tests of a file. Each part has its properties once hooks and tests run. */
export function shopForTests(): Shop {
  const shop = { server: {}, admin: {}, desk: {} } as Shop;
  beforeAll(async () => {
    const { server, admin, desk } = await startShop();
    Object.assign(shop.server, server);
    Object.assign(shop.admin, admin);
    Object.assign(shop.desk, desk);
  });
  afterAll(() => (shop.server as Partial<TestServer>).stop?.());
  return shop;
}
