import fastify from 'fastify';
import { apiPixRoutes } from '../../src/development/bank/api-pix.routes.js';
import type { Bank } from '../../src/development/bank/bank.js';
import { GOOD_BEHAVIOUR } from '../../src/development/bank/behaviour.js';
import { createTimers } from '../../src/development/bank/callbacks.js';
import type { Pix } from '../../src/development/bank/documents.js';
import { createLedger, type Ledger } from '../../src/development/bank/ledger.js';
import { payCode, PaymentRefusal } from '../../src/development/bank/pay.js';
import { SANDBOX_ACCOUNT } from '../support/sandbox.js';
import { takeBack } from '../../src/development/bank/pix.routes.js';
import type { Service } from './http.js';

/** The development bank without a socket: its calls come over the simulated network, and its callbacks go to `sendCallback`. */
export interface SimulatedBank {
  serve: Service;
  ledger: Ledger;
  /** Undefined when the bank does not take it. */
  pay(code: string): Pix | undefined;
  /** The banks take all of a payment back. */
  takeBack(pix: Pix): void;
  /** A bank with nothing in it. `refundDelayMs` is how long its refunds take. */
  restart(options: { refundDelayMs: number; omitTxids: boolean }): void;
  stop(): Promise<void>;
}

export async function createSimulatedBank(sendCallback: (body: string) => void): Promise<SimulatedBank> {
  let current = createLedger();
  const ledger = Object.fromEntries(
    Object.keys(current).map((name) => [
      name,
      (...args: unknown[]) => (current[name as keyof Ledger] as (...all: unknown[]) => unknown)(...args),
    ]),
  ) as unknown as Ledger;
  const callbacks: Bank['callbacks'] = {
    send: (pix) => {
      if (pix.txid) sendCallback(JSON.stringify({ pix: [pix] }));
    },
    stop: async () => undefined,
  };
  const { clientId, clientSecret, pixKey } = SANDBOX_ACCOUNT;
  const account = {
    clientId,
    clientSecret,
    pixKey,
    merchantName: 'Rifa Legal',
    merchantCity: 'SAO PAULO',
    cnpj: '12345678000195',
  };
  const bank: Bank = { account, ledger, behaviour: { ...GOOD_BEHAVIOUR }, callbacks, timers: createTimers() };
  const routes = fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: true } } });
  routes.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  await routes.register(apiPixRoutes, { bank, tokenLifetimeSeconds: 36_000 });
  await routes.ready();

  return {
    ledger,
    async serve({ method, path, headers, body }) {
      const answer = await routes.inject({ method: method as 'GET', url: path, headers, payload: body });
      return { status: answer.statusCode, body: answer.body };
    },
    pay(code) {
      try {
        return payCode(bank, { pixCopiaECola: code });
      } catch (error) {
        if (error instanceof PaymentRefusal) return undefined;
        throw error;
      }
    },
    takeBack: (pix) => void takeBack(bank, pix),
    restart(behaviour) {
      current = createLedger();
      bank.behaviour = { ...GOOD_BEHAVIOUR, ...behaviour };
      bank.timers.clear();
    },
    stop: () => routes.close(),
  };
}
