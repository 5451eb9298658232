import { fastify } from 'fastify';
import { beaconRoutes } from '../../src/development/beacon/beacon.routes.js';

/** It is away for the first third of each of these. */
const PERIOD_MS = 15_000;

/** A host of the development beacon: its key is known, so no network is needed. Away at times, until it is calm. */
export interface BeaconHost {
  url: string;
  calm(): void;
  close(): Promise<void>;
}

export async function startBeacon(): Promise<BeaconHost> {
  let isCalm = false;
  const beganAtMs = Date.now();
  const server = fastify({ forceCloseConnections: true });
  server.addHook('onRequest', async (request, reply) => {
    if (isCalm || (Date.now() - beganAtMs) % PERIOD_MS > PERIOD_MS / 3) return;
    reply.hijack();
    request.raw.destroy();
  });
  await server.register(beaconRoutes);
  return {
    url: await server.listen({ host: '127.0.0.1', port: 0 }),
    calm: () => (isCalm = true),
    close: () => server.close(),
  };
}
