import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { Config } from '../../src/config.js';
import { createLog } from '../../src/platform/log.js';
import { startServer, type Server } from '../../src/server.js';
import { createTestDatabase } from './database.js';

/** What GraphQL over HTTP answered. */
export interface GraphqlAnswer<Data> {
  status: number;
  data: Data;
  errors: { message: string; path?: string[]; extensions: { code: string; fields?: Record<string, string[]> } }[] | undefined;
}

/** What a REST route answered. */
export interface RestAnswer {
  status: number;
  headers: Headers;
  body: any;
}

/** A real gateway on a database of its own, and the two ways of asking it. */
export interface TestServer extends Server {
  databaseUrl: string;
  graphql<Data = any>(
    query: string,
    variables?: Record<string, unknown>,
    options?: { token?: string | undefined; headers?: Record<string, string> },
  ): Promise<GraphqlAnswer<Data>>;
  rest(
    method: string,
    path: string,
    options?: { token?: string | undefined; body?: unknown; headers?: Record<string, string> },
  ): Promise<RestAnswer>;
}

/** A configuration for tests: any free port, silent, secrets of this run only. */
export function testConfig(overrides: Partial<Config> & { databaseUrl: string }): Config & { databaseUrl: string } {
  return {
    production: false,
    host: '127.0.0.1',
    port: 0,
    publicUrl: undefined,
    dataDir: tmpdir(),
    databasePoolSize: 5,
    preparedStatements: true,
    jwtSecret: randomBytes(32).toString('base64'),
    encryptionKeys: [randomBytes(32)],
    admin: { email: 'admin@localhost', password: 'admin-development' },
    sandboxPort: undefined,
    logLevel: (process.env.LOG_LEVEL as Config['logLevel'] | undefined) ?? 'silent',
    businessTimeZone: 'America/Sao_Paulo',
    trustedProxies: [],
    webhookPorts: [443],
    startedByNpm: false,
    ...overrides,
  };
}

/** Starts a gateway for one test file. `stop` ends it and drops its database. */
export async function startTestServer(overrides: Partial<Config> = {}): Promise<TestServer> {
  const database = overrides.databaseUrl ? undefined : await createTestDatabase();
  const databaseUrl = overrides.databaseUrl ?? database?.url ?? '';
  const config = testConfig({ ...overrides, databaseUrl });
  const server = await startServer(config, createLog(config));
  return {
    ...server,
    databaseUrl,
    async graphql(query, variables, options) {
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: headers(options),
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await response.json()) as { data: never; errors: GraphqlAnswer<never>['errors'] };
      return { status: response.status, data, errors };
    },
    async rest(method, path, options) {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: options?.body === undefined ? { ...bearer(options?.token), ...options?.headers } : headers(options),
        ...(options?.body !== undefined && {
          body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body),
        }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
    },
    async stop() {
      await server.stop();
      await database?.drop();
    },
  };
}

function headers(options: { token?: string | undefined; headers?: Record<string, string> } | undefined): Record<string, string> {
  return { 'content-type': 'application/json', ...bearer(options?.token), ...options?.headers };
}

function bearer(token: string | undefined): Record<string, string> {
  return token ? { authorization: `Bearer ${token}` } : {};
}
