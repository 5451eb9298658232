import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { Config } from '../../src/config.js';
import { startServer } from '../../src/server.js';
import { graphqlClient, type Ask } from './graphql-client.js';
import { testConfig, type TestServer } from './start.js';

/** A gateway whose every word is kept. */
export interface LoggedServer {
  url: string;
  ask: Ask;
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
    ask: graphqlClient(server.url),
    logged: () => lines.join(''),
    stop: () => server.stop(),
  };
}
