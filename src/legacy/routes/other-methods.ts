import type { FastifyInstance } from 'fastify';
import { mountMethodNotAllowed } from '../../platform/http/json-errors.js';

/**
 * Answers 405, with the methods an address has, to any other method at the addresses that `mount` adds to the scope. To who
 * may call at all: the hooks of the scope come first.
 */
export function refuseOtherMethods(scope: FastifyInstance, mount: () => void): void {
  const served = new Map<string, Set<string>>();
  let isMounting = true;
  scope.addHook('onRoute', ({ url, method }) => {
    if (isMounting) served.set(url, new Set([...(served.get(url) ?? []), ...[method].flat()]));
  });
  mount();
  isMounting = false;
  for (const [url, methods] of served) {
    mountMethodNotAllowed(scope, { url, served: [...methods], text: 'platform.methodNotServedBut' });
  }
}
