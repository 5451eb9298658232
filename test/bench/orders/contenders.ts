import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startProcess, type BenchProcess } from '../child-process.js';
import type { Cleanup } from '../cleanup.js';
import type { BareFastifySettings } from './bare-fastify.js';
import type { Stage } from './stage.js';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

/** The gateway's build that `npm run build` makes. */
export const BUILD = path.join(PROJECT, 'dist');

/** Something that takes orders over HTTP. */
export interface Contender {
  name: string;
  process: BenchProcess;
  host: string;
  port: number;
  /** Whole HTTP requests, one a buyer. */
  requests: string[];
  /** What the body of an accepted order begins with. */
  expected: string;
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
  const input = { raffleId: stage.raffleId, quotaQuantity: stage.quotaQuantity };
  const body = JSON.stringify({ query: DOCUMENT, operationName: 'CreateOrder', variables: { input } });
  return contender(stage, { name, process: gateway, route: '/graphql', body, expected: '{"data":{"createOrder":{"id":"' });
}

/** The same queue of orders behind one route of Fastify. */
export async function startBareFastify(
  options: { stage: Stage; name: string; build: string },
  cleanup: Cleanup,
): Promise<Contender> {
  const { stage, name, build } = options;
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
  const body = JSON.stringify({ raffleId: stage.raffleId, quotaQuantity: stage.quotaQuantity });
  return contender(stage, { name, process: bare, route: '/orders', body, expected: '{"id":"' });
}

async function contender(
  stage: Stage,
  options: { name: string; process: BenchProcess; route: string; body: string; expected: string },
): Promise<Contender> {
  const { name, process, route, body, expected } = options;
  const { hostname, port } = new URL(await process.says(/listening on (http:\S+)/));
  const requests = stage.buyers.map(({ token }) =>
    [
      `POST ${route} HTTP/1.1`,
      `host: ${hostname}:${port}`,
      'content-type: application/json',
      'accept: application/json',
      `authorization: Bearer ${token}`,
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
  return { name, process, host: hostname, port: Number(port), requests, expected };
}
