import { networkInterfaces } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { StartProblem } from '../start-problem.js';

/** A gateway's port and its bank's, one higher, move together. */
const STEP = 10;
const TRIES = 10;

/** The chosen port; of the default also nine more. */
export function portsToTry(port: number, mayMove: boolean): number[] {
  return mayMove ? Array.from({ length: TRIES }, (_, index) => port + index * STEP) : [port];
}

/** Returns the URL. Throws a StartProblem when all ports are taken. */
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

export function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.flatMap(({ address, family, internal }) => (family === 'IPv4' && !internal ? [address] : [])),
  );
}
