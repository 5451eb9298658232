import fastify from 'fastify';
import { isIPv6, type AddressInfo } from 'node:net';
import { isWildcard } from '../../platform/http/listening.js';
import { sendError } from '../../platform/http/json-errors.js';
import { createHostCheck, mountHosts } from '../../platform/http/hosts.js';
import { refuseUnreadable } from '../../platform/http/raw-answer.js';
import { answerHeaders, mountHeaders } from '../../platform/http/security-headers.js';
import { canonicalPixKey } from '../../payment-providers/br-code/br-code.js';
import { beaconRoutes } from '../beacon/beacon.routes.js';
import { apiPixRoutes } from './api-pix.routes.js';
import type { Bank } from './bank.js';
import { GOOD_BEHAVIOUR } from './behaviour.js';
import { createCallbacks, createTimers } from './callbacks.js';
import { createLedger } from './ledger.js';
import { startMailbox } from '../mailbox/mailbox.js';
import { mailboxRoutes } from '../mailbox/mailbox.routes.js';
import { pageRoutes } from './page.routes.js';
import { settleOpenRefunds } from './pix.routes.js';
import { sandboxRoutes } from './sandbox.routes.js';

/** JSON, except `log`. */
export interface SandboxBankSettings {
  port: number;
  host?: string;
  clientId: string;
  clientSecret: string;
  /** The one PIX key, in any of its forms. */
  pixKey: string;
  merchantName?: string;
  merchantCity?: string;
  /** The service it belongs to. Another process of that service has the same value. @default none */
  service?: string;
  /** Besides those of this machine. */
  hostNames?: string[];
  /** Keeps charges and payments over restarts (JSON lines). @default not kept */
  stateFile?: string;
  tokenLifetimeSeconds?: number;
  /** Beside a mailbox that takes the letters of the service. @default false */
  hasMailbox?: boolean;
  /** Gets a line for each failed callback. */
  log?: (line: string) => void;
}

export interface SandboxBank {
  url: string;
  /** Of the mailbox, `smtp://`. */
  mailUrl: string | undefined;
  stop(): Promise<void>;
}

export function bankUrl({ host = '127.0.0.1', port }: Pick<SandboxBankSettings, 'host' | 'port'>): string {
  return `http://${isWildcard(host) ? '127.0.0.1' : isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/**
 * Starts a bank for development and tests: API Pix for its one client, a page to pay codes, faults on request, and the
 * development beacon at the same address. Others must not reach it.
 */
export async function startSandboxBank(settings: SandboxBankSettings): Promise<SandboxBank> {
  const { port, host = '127.0.0.1', clientId, clientSecret } = settings;
  const { merchantName = 'Loja de Teste', merchantCity = 'Sao Paulo' } = settings;
  const pixKey = canonicalPixKey(settings.pixKey);
  const headers = answerHeaders({ publicUrl: undefined });
  const app = fastify({
    // No hook has run by then.
    frameworkErrors: (error, _request, reply) => void sendError(reply.headers(headers), error),
    clientErrorHandler: refuseUnreadable(headers),
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 300 },
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: true, allErrors: true, validateSchema: false },
    },
  });

  mountHeaders(app, headers);
  mountHosts(app, createHostCheck({ production: false, publicUrl: undefined, developmentHosts: settings.hostNames ?? [] }));

  const ledger = createLedger(settings.stateFile);
  const timers = createTimers();
  const callbacks = createCallbacks(ledger, () => bank.behaviour, settings.log ?? (() => {}));
  const account = { clientId, clientSecret, pixKey, merchantName, merchantCity, cnpj: '12345678000195' };
  const bank: Bank = { account, ledger, behaviour: { ...GOOD_BEHAVIOUR }, callbacks, timers };

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  let loaded = (): void => {};
  const ready = new Promise<void>((resolve) => (loaded = resolve));
  app.addHook('onRequest', () => ready);
  await app.register(apiPixRoutes, { bank, tokenLifetimeSeconds: settings.tokenLifetimeSeconds ?? 3600 });
  const mailbox = settings.hasMailbox ? await startMailbox() : undefined;
  await app.register(sandboxRoutes, { bank, service: settings.service, mailUrl: mailbox?.url });
  await app.register(pageRoutes, { bank, hasMailbox: mailbox !== undefined });
  if (mailbox) await app.register(mailboxRoutes, { mailbox });
  await app.register(beaconRoutes);

  async function stop(): Promise<void> {
    timers.clear();
    await app.close();
    await mailbox?.stop();
    await callbacks.stop();
    timers.clear();
  }

  // The file is read only now: until this process had the port, another bank may have written to it.
  try {
    await app.listen({ port, host });
  } catch (error) {
    await mailbox?.stop();
    throw error;
  }
  try {
    ledger.load();
  } catch (error) {
    await stop();
    throw error;
  }
  settleOpenRefunds(bank);
  loaded();
  return { url: bankUrl({ host, port: (app.server.address() as AddressInfo).port }), mailUrl: mailbox?.url, stop };
}
