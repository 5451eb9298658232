import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startProcess, type BenchProcess } from '../child-process.js';
import type { Cleanup } from '../cleanup.js';
import type { Load } from '../load-process.js';
import { bookIsPublished } from '../published-book.js';
import type { BareFastifySettings } from './bare-fastify.js';
import type { Stage } from './stage.js';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

/** The gateway's build that `npm run build` makes. */
export const BUILD = path.join(PROJECT, 'dist');

/** Stands in a request where its idempotency key's number is to be: see Load. */
const KEY_NUMBER = '#'.repeat(16);

export interface Contender {
  name: string;
  process: BenchProcess;
  host: string;
  port: number;
  /** More processes of it, on other ports of the host. */
  others?: Pick<Contender, 'process' | 'port'>[];
  /** What a COMMIT waits while it is measured. */
  commitDelayMs?: number;
  requests: string[];
  /** What of each request is a number of its own whenever it is sent. */
  numbered?: string;
  /** What the body of an accepted order begins with. */
  expected: string;
}

/** What a load is told of whom it asks for orders. */
export function ordersAt({ host, port, others = [], requests, numbered, expected }: Contender) {
  return {
    host,
    ports: [port, ...others.map((other) => other.port)],
    requests,
    ...(numbered !== undefined && { numbered }),
    expected,
  } satisfies Partial<Load>;
}

/** What is ordered: of which raffles in turn, and whether each order comes with an idempotency key of its own. */
interface Ordering {
  raffleIds: readonly string[];
  hasKey: boolean;
}

const DOCUMENT = `mutation CreateOrder($input: CreateOrderInput!) {
  createOrder(input: $input) {
    id status quotaQuantity priceByQuota totalValue paymentMethod paymentProviderName referral
    qrCodeId qrCodeContent expiresAt createdAt
  }
}`;

/** A whole gateway as it runs in production, from a build; `profileTo` is a folder for its CPU profile. */
export async function startGateway(
  options: { stage: Stage; name: string; build: string; profileTo?: string | undefined },
  cleanup: Cleanup,
): Promise<Contender> {
  const { stage, name, build, profileTo } = options;
  const gateway = startProcess({
    module: path.join(build, 'main.js'),
    env: stage.gatewayEnv,
    nodeArgs: profileTo ? ['--cpu-prof', `--cpu-prof-dir=${profileTo}`] : [],
  });
  cleanup.add(() => gateway.stop());
  const { hostname, port } = new URL(await gateway.says(/listening on (http:\S+)/));
  await bookIsPublished(stage.gatewayEnv.DATABASE_URL ?? '');
  const server = { process: gateway, host: hostname, port: Number(port) };
  return atGateway(server, { stage, name, ordering: { raffleIds: [stage.raffleId], hasKey: true } });
}

export function atGateway(
  server: Pick<Contender, 'process' | 'host' | 'port'>,
  { stage, name, ordering }: { stage: Stage; name: string; ordering: Ordering },
): Contender {
  const { quotaQuantity } = stage;
  const bodyOf = (raffleId: string): string =>
    JSON.stringify({ query: DOCUMENT, operationName: 'CreateOrder', variables: { input: { raffleId, quotaQuantity } } });
  return {
    ...requestsTo(server, { stage, ordering, route: '/graphql', bodyOf }),
    name,
    expected: '{"data":{"createOrder":{"id":"',
  };
}

export async function startBareFastify(
  options: { stage: Stage; name: string; build: string },
  cleanup: Cleanup,
): Promise<Contender> {
  const { stage, name, build } = options;
  const { raffleId, quotaQuantity } = stage;
  const settings: BareFastifySettings = {
    databaseUrl: stage.gatewayEnv.DATABASE_URL ?? '',
    jwtSecret: stage.gatewayEnv.JWT_SECRET ?? '',
    provider: stage.provider,
    dist: pathToFileURL(`${build}/`).href,
  };
  const bare = startProcess({
    module: fileURLToPath(new URL('bare-fastify.ts', import.meta.url)),
    env: { NODE_ENV: 'production', BARE_FASTIFY: JSON.stringify(settings) },
  });
  cleanup.add(() => bare.stop());
  const { hostname, port } = new URL(await bare.says(/listening on (http:\S+)/));
  const server = { process: bare, host: hostname, port: Number(port) };
  const bodyOf = (id: string): string => JSON.stringify({ raffleId: id, quotaQuantity });
  const requests = requestsTo(server, { stage, ordering: { raffleIds: [raffleId], hasKey: true }, route: '/orders', bodyOf });
  return { ...requests, name, expected: '{"id":"' };
}

function requestsTo<Server extends Pick<Contender, 'host' | 'port'>>(
  server: Server,
  { stage, ordering, route, bodyOf }: { stage: Stage; ordering: Ordering; route: string; bodyOf(raffleId: string): string },
): Server & Pick<Contender, 'requests' | 'numbered'> {
  const bodies = ordering.raffleIds.map(bodyOf);
  const requests = stage.buyers.map(({ token }, i) => {
    const body = bodies[i % bodies.length] ?? '';
    return [
      `POST ${route} HTTP/1.1`,
      `host: ${server.host}:${server.port}`,
      'content-type: application/json',
      'accept: application/json',
      `authorization: Bearer ${token}`,
      // As long as the UUIDs that pages send.
      ...(ordering.hasKey ? [`idempotency-key: checkout-of-a-buyer-${KEY_NUMBER}`] : []),
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n');
  });
  return { ...server, requests, ...(ordering.hasKey && { numbered: KEY_NUMBER }) };
}
