import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { UNLIMITED } from './rates.js';
import type { Config } from '../../src/config.js';
import { createLog } from '../../src/platform/log.js';
import { startServer, type Server, type ServerOptions } from '../../src/server.js';
import { createTestDatabase } from './database.js';
import { contractOf, type Contract, type OpenApi } from './rest-contract.js';
import { bearer, graphqlClient, jsonHeaders, type Ask, type AskOptions } from './graphql-client.js';

export interface RestAnswer {
  status: number;
  headers: Headers;
  body: any;
}

/** A real gateway on a database of its own, and the two ways of asking it. */
export interface TestServer extends Server {
  databaseUrl: string;
  graphql: Ask;
  /** Fails unless the answer is one that `/openapi.json` announces. */
  rest(method: string, path: string, options?: AskOptions & { body?: unknown }): Promise<RestAnswer>;
}

/** A configuration for tests: any free port, silent, secrets of this run only. */
export function testConfig(overrides: Partial<Config> & { databaseUrl: string }): Config & { databaseUrl: string } {
  return {
    production: false,
    host: '127.0.0.1',
    port: 0,
    movesPorts: { gateway: false, bank: false },
    publicUrl: undefined,
    corsOrigins: [],
    developmentHosts: [],
    dataDir: overrides.dataDir ?? inject('dataDir'),
    replicaDatabaseUrl: undefined,
    filesS3: undefined,
    databasePoolSize: 5,
    preparedStatements: true,
    subscriptionsPerUser: 60,
    subscriptionsPerAddress: 1_000,
    billingOrderDays: 30,
    jwtSecret: randomBytes(32).toString('base64'),
    encryptionKeys: [randomBytes(32)],
    keysAreGiven: true,
    admin: { email: 'admin@localhost', password: 'trator nuvem azulejo manga' },
    beacon: { chain: 'development', hosts: [] },
    sandboxPort: undefined,
    sandboxHost: '127.0.0.1',
    logLevel: (process.env.LOG_LEVEL as Config['logLevel'] | undefined) ?? 'silent',
    logFormat: 'json',
    businessTimeZone: 'America/Sao_Paulo',
    trustedProxies: [],
    site: { name: 'Rifas', color: undefined, logoUrl: undefined },
    loginCodes: { countries: ['55'], perHour: 5_000 },
    stepUpMinutes: 720,
    mail: undefined,
    messages: { quietFrom: 0, quietTo: 0, byWhatsapp: false },
    metricsToken: undefined,
    metricsAddresses: ['127.0.0.0/8', '::1'],
    tracing: undefined,
    webhookPorts: [443],
    webhookOrigins: [],
    providerOrigins: [],
    callbackOrigins: [],
    startedByNpm: false,
    rateCeilings: UNLIMITED,
    requestLimits: { headMs: 15_000, wholeMs: 30_000, checkMs: 1_000 },
    ...overrides,
  };
}

/** Those of the worker's files so far, by the document: to compile one takes longer than most tests. */
const contracts = new Map<string, Contract>();

function contractIn(document: string): Contract {
  const contract = contracts.get(document) ?? contractOf(JSON.parse(document) as OpenApi);
  contracts.set(document, contract);
  return contract;
}

/** Starts a gateway for one test file. `stop` ends it and drops its database. */
export async function startTestServer(
  overrides: Partial<Config> = {},
  options: Pick<ServerOptions, 'apolloPlugins' | 'features'> = {},
): Promise<TestServer> {
  const database = overrides.databaseUrl ? undefined : await createTestDatabase();
  const databaseUrl = overrides.databaseUrl ?? database?.url ?? '';
  const config = testConfig({ ...overrides, databaseUrl });
  const server = await startServer(config, createLog(config), options);
  let known: Promise<Contract> | undefined;
  const contract = (): Promise<Contract> =>
    (known ??= fetch(`${server.url}/openapi.json`).then(async (response) => contractIn(await response.text())));
  return {
    ...server,
    databaseUrl,
    graphql: graphqlClient(server.url),
    async rest(method, path, options) {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: options?.body === undefined ? { ...bearer(options?.token), ...options?.headers } : jsonHeaders(options),
        ...(options?.body !== undefined && {
          body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body),
        }),
      });
      const text = await response.text();
      const answer = { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
      expect((await contract())(method, path, answer)).toBeUndefined();
      return answer;
    },
    async stop() {
      await server.stop();
      await database?.drop();
    },
  };
}

/**
 * Another gateway on a server's database, with its tokens and keys. It stands for a second process: what this one remembers, it
 * keeps by its `app` or its database.
 */
export function startBeside({ app, databaseUrl }: TestServer): Promise<TestServer> {
  return startTestServer({ ...app.config, databaseUrl });
}

/**
 * Makes or starts something before the tests of a file or of its `describe`, and stops it after them. The result has its properties
 * once hooks and tests run.
 */
export function forTests<Made extends object>(make: () => Promise<Made> | Made): Made {
  const made = {} as Made & { stop?: () => unknown };
  beforeAll(async () => {
    Object.defineProperties(made, Object.getOwnPropertyDescriptors(await make()));
  });
  afterAll(() => made.stop?.());
  return made;
}
