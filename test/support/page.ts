import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { WebSocket } from 'ws';
import { createClient, type ClientOptions, type GatewayClient, type Tokens } from '../../src/client/index.js';
import { aCustomer } from './actors.js';
import type { TestServer } from './start.js';

const pages: GatewayClient[] = [];

/** A page's client as it is in Node: quick to try again. */
export function aPage(url: string, options: Partial<ClientOptions> = {}): GatewayClient {
  const { retry, live, ...rest } = options;
  const page = createClient({
    url,
    webSocket: WebSocket,
    retry: { firstMs: 20, longestMs: 2_000, ...retry },
    live: { askEveryMs: 100, ...live },
    ...rest,
  });
  pages.push(page);
  return page;
}

export function closePages(): void {
  for (const page of pages.splice(0)) page.close();
}

/** A token of a buyer's that ends in so many seconds, one or more. No two are the same. */
export function tokenFor({ app }: Pick<TestServer, 'app'>, subject: string, seconds: number, audience = 'USER'): Tokens {
  const exp = Math.floor(Date.now() / 1_000) + seconds;
  const key = createSecretKey(Buffer.from(app.config.jwtSecret, 'utf8'));
  made += 1;
  const accessToken = jwt.sign({ exp, jti: `${made}` }, key, { issuer: 'raffle-gateway', audience, subject });
  return { accessToken, expiresAt: new Date(exp * 1_000).toISOString() };
}
let made = 0;

/** A buyer, and tokens that the service does not take (any more), though they say they last. */
export async function aBuyerWithOldTokens(server: TestServer): Promise<{ id: string; old: Tokens }> {
  const { id } = await aCustomer(server);
  const { accessToken } = tokenFor(server, id, -1);
  return { id, old: { accessToken, expiresAt: new Date(Date.now() + 3_600_000).toISOString() } };
}

export async function failureFrom(promise: Promise<unknown>): Promise<any> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}
