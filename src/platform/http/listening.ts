import { networkInterfaces } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { StartProblem } from '../start-problem.js';

/** Apart by ten, so that a gateway's port and its development bank's, one higher, move together. */
const STEP = 10;
const TRIES = 10;

/** The ports to try in order: the one that was chosen, or where nobody chose, the default and some above it. */
export function portsToTry(port: number, mayMove: boolean): number[] {
  return mayMove ? Array.from({ length: TRIES }, (_, index) => port + index * STEP) : [port];
}

/** Listens, and resolves to the URL. Rejects with a StartProblem when the port, or each that may be taken in its place, is taken. */
export async function listenOnFreePort(
  fastify: Pick<FastifyInstance, 'listen'>,
  { host, port, movesPorts }: { host: string; port: number; movesPorts: { gateway: boolean } },
): Promise<string> {
  for (const candidate of portsToTry(port, movesPorts.gateway)) {
    try {
      return await fastify.listen({ host, port: candidate });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  throw new StartProblem(`Port ${port} is taken by another program: set PORT to a free one, or to 0 for any.`);
}

/** Whether listening there is listening at every address. */
export function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** The IPv4 addresses by which other machines on the same networks reach this one. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.flatMap(({ address, family, internal }) => (family === 'IPv4' && !internal ? [address] : [])),
  );
}
