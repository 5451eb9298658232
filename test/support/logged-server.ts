import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { Config } from '../../src/config.js';
import { startServer } from '../../src/server.js';
import { testConfig, type GraphqlAnswer, type TestServer } from './start.js';

/** A gateway whose every word is kept. */
export interface LoggedServer {
  url: string;
  ask: TestServer['graphql'];
  /** All that it has logged, at the finest level. */
  logged(): string;
  stop(): Promise<void>;
}

/** Starts a second gateway beside a server, on its database and with its tokens and keys, that logs everything it can. */
export async function startLoggedServer(
  { app, databaseUrl }: TestServer,
  overrides: Partial<Config> = {},
): Promise<LoggedServer> {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const { jwtSecret, encryptionKeys } = app.config;
  const config = testConfig({ databaseUrl, jwtSecret, encryptionKeys, ...overrides });
  const server = await startServer(config, pino({ level: 'trace' }, sink));
  return {
    url: server.url,
    async ask(query, variables, options) {
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(options?.token && { authorization: `Bearer ${options.token}` }) },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await response.json()) as GraphqlAnswer<never>;
      return { status: response.status, data, errors };
    },
    logged: () => lines.join(''),
    stop: () => server.stop(),
  };
}
