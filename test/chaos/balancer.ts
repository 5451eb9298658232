import { request } from 'undici';
import type { Gateway } from './gateway.js';

const ASKED_EVERY_MS = 250;
const ANSWERED_WITHIN_MS = 1_000;

/** Sends to those that say at /readyz that they can serve, by turns, as whatever stands in front of a service does. */
export interface Balancer {
  next(): string | undefined;
  stop(): void;
}

export function startBalancer(gateways: readonly Gateway[]): Balancer {
  const ready = new Map<Gateway, boolean>();
  let turn = 0;
  const look = (gateway: Gateway): void => {
    if (!gateway.url) {
      ready.set(gateway, false);
      return;
    }
    request(`${gateway.url}/readyz`, { signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) }).then(
      async ({ statusCode, body }) => {
        ready.set(gateway, statusCode === 200);
        await body.dump();
      },
      () => ready.set(gateway, false),
    );
  };
  const timer = setInterval(() => gateways.forEach(look), ASKED_EVERY_MS);
  return {
    next() {
      turn += 1;
      const able = gateways.filter((gateway) => gateway.url && ready.get(gateway) !== false);
      // When nobody is ready they are asked all the same: some may be sooner than they say.
      const among = able.length > 0 ? able : gateways.filter((gateway) => gateway.url);
      return among[turn % among.length]?.url;
    },
    stop: () => clearInterval(timer),
  };
}
