import { Agent, Client, Pool } from 'undici';
import type { Fault, Host, Network } from './network.js';

export interface HttpRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface HttpAnswer {
  status: number;
  body: string;
}

/** A service that is called; `HANG` never answers. */
export type Service = (request: HttpRequest) => Promise<HttpAnswer | 'HANG'>;

interface Handler {
  onConnect(abort: (reason?: Error) => void): void;
  onHeaders(status: number, headers: string[], resume: () => void, text: string): void;
  onData(chunk: Buffer): void;
  onComplete(trailers: string[]): void;
  onError(error: Error): void;
}

interface Dispatched {
  origin?: string | URL;
  path: string;
  method: string;
  query?: Record<string, string>;
  headers?: Record<string, string | undefined>;
  body?: string | Buffer | null;
}

const FAULTS = ['LOSE_REQUEST', 'LOSE_REPLY', 'REFUSE', 'DELAY'] as const;
/** A gateway that died learns nothing from an answer: its connections to PostgreSQL are dead. */
const CALLER: Host = { name: 'gateway', isGone: false, frozenToMs: 0 };

/** Puts what this process sends with undici onto the simulated network. A service's name is its host. */
export function installSimulatedHttp(options: { network: Network; services: Record<string, Service> }): { uninstall(): void } {
  const { network, services } = options;
  const prototypes = [Pool.prototype, Client.prototype, Agent.prototype];
  const originals = prototypes.map(({ dispatch, destroy }) => ({ dispatch, destroy }));
  const underWay = new WeakMap<object, Set<(error: Error) => void>>();

  function dispatch(this: object, sent: Dispatched, handler: Handler): boolean {
    const url = new URL(String(sent.origin ?? originOf(this)));
    const service = url.hostname;
    const query = sent.query ? `?${new URLSearchParams(sent.query).toString()}` : '';
    let isOver = false;
    const failures = underWay.get(this) ?? new Set();
    underWay.set(this, failures);
    const fail = (error: Error): void => {
      if (isOver) return;
      isOver = true;
      failures.delete(fail);
      handler.onError(error);
    };
    failures.add(fail);
    handler.onConnect((reason) => fail(reason ?? new Error('aborted')));
    const request = {
      method: sent.method,
      path: sent.path + query,
      headers: Object.fromEntries(
        Object.entries(sent.headers ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
      body: sent.body ? String(sent.body) : '',
    };
    const lost = (): void => fail(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    const deliver = async (fault: Fault | undefined): Promise<string> => {
      if (fault === 'LOSE_REQUEST') {
        lost();
        return 'nothing was done';
      }
      const serve = services[service];
      if (!serve) throw new Error(`there is no service at ${url.href}`);
      const answer = fault === 'REFUSE' ? { status: 503, body: '{}' } : await serve(request);
      if (answer === 'HANG') return 'no answer';
      if (fault === 'LOSE_REPLY') lost();
      else if (!isOver) {
        isOver = true;
        failures.delete(fail);
        handler.onHeaders(answer.status, ['content-type', 'application/json'], () => undefined, '');
        if (answer.body) handler.onData(Buffer.from(answer.body));
        handler.onComplete([]);
      }
      return String(answer.status);
    };
    const name = `${sent.method} ${sent.path.replaceAll(/[A-Za-z0-9]{20,}/g, '*')}`;
    network.post({ from: CALLER, to: service, name, faults: FAULTS, deliver });
    return true;
  }

  prototypes.forEach((prototype, at) => {
    const { destroy } = originals[at]!;
    Object.assign(prototype, {
      dispatch,
      destroy(this: object, ...args: unknown[]) {
        for (const fail of underWay.get(this) ?? []) fail(new Error('the client is destroyed'));
        return Reflect.apply(destroy as (...all: unknown[]) => unknown, this, args);
      },
    });
  });
  return {
    uninstall() {
      prototypes.forEach((prototype, at) => Object.assign(prototype, originals[at]));
    },
  };
}

/** What a pool or a client was made for is behind a symbol. */
function originOf(dispatcher: object): string {
  const symbol = Object.getOwnPropertySymbols(dispatcher).find(({ description }) => description === 'url');
  return String(symbol && (dispatcher as Record<symbol, URL>)[symbol]);
}
