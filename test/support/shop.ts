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
