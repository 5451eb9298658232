import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as AppModule from '../../../src/app.js';
import type { Config } from '../../../src/config.js';
import type * as SettleModule from '../../../src/payments/settle.js';
import type * as LogModule from '../../../src/platform/log.js';
import type * as SenderModule from '../../../src/webhooks/sending/webhook-sender.js';
import type * as SignModule from '../../../src/webhooks/sending/webhook-signature.js';
import { UNLIMITED } from '../../support/rates.js';

/** What it is started with, as JSON in BENCH_GATEWAY. */
export interface GatewaySettings {
  databaseUrl: string;
  encryptionKey: string;
  jwtSecret: string;
  /** URL of the gateway's build, with a slash at its end. */
  dist: string;
}

interface SettleTask {
  firstOrder: number;
  orders: number;
  clients: number;
  seconds: number;
  providerName: string;
  amountCentavos: bigint;
}

export type Task =
  | ({ task: 'settle' } & SettleTask)
  | { task: 'deliver' }
  | { task: 'rest' }
  | { task: 'send'; url: string; atOnce: number; seconds: number };

/** How much of it was done in the time, or until there was no more. */
export interface TaskResult {
  done: number;
  elapsedMs: number;
}

const settings = JSON.parse(process.env.BENCH_GATEWAY ?? '{}') as GatewaySettings;
const built = (module: string): Promise<unknown> => import(new URL(module, settings.dist).href);
const { createApp } = (await built('app.js')) as typeof AppModule;
const { settle } = (await built('payments/settle.js')) as typeof SettleModule;
const { createLog } = (await built('platform/log.js')) as typeof LogModule;
const { createWebhookSender } = (await built('webhooks/sending/webhook-sender.js')) as typeof SenderModule;
const { signStandardWebhook } = (await built('webhooks/sending/webhook-signature.js')) as typeof SignModule;

const config: Config & { databaseUrl: string } = {
  // In production no webhook goes to this machine itself.
  production: false,
  host: '127.0.0.1',
  port: 0,
  movesPorts: { gateway: false, bank: false },
  publicUrl: undefined,
  corsOrigins: [],
  beacon: { chain: 'development', hosts: [] },
  databaseUrl: settings.databaseUrl,
  dataDir: '',
  replicaDatabaseUrl: undefined,
  filesS3: undefined,
  databasePoolSize: 10,
  preparedStatements: true,
  subscriptionsPerUser: 60,
  subscriptionsPerAddress: 1_000,
  billingOrderDays: 30,
  jwtSecret: settings.jwtSecret,
  encryptionKeys: [Buffer.from(settings.encryptionKey, 'base64')],
  keysAreGiven: true,
  admin: { email: '', password: '' },
  sandboxPort: undefined,
  sandboxHost: '127.0.0.1',
  logLevel: 'warn',
  logFormat: 'json',
  businessTimeZone: 'America/Sao_Paulo',
  trustedProxies: [],
  site: { name: 'Rifas', color: undefined, logoUrl: undefined },
  loginCodes: { countries: ['55'], perHour: 5_000 },
  stepUpMinutes: 720,
  mail: undefined,
  messages: { quietFrom: 0, quietTo: 0, byWhatsapp: false },
  metricsToken: undefined,
  metricsAddresses: [],
  tracing: undefined,
  developmentHosts: [],
  webhookPorts: [443],
  webhookOrigins: [],
  providerOrigins: [],
  callbackOrigins: [],
  startedByNpm: false,
  rateCeilings: UNLIMITED,
  requestLimits: { headMs: 15_000, wholeMs: 30_000, checkMs: 1_000 },
};
let { app, close } = createApp(config, createLog(config));

/** So many at once over and over until the time is up or `work` says that there is no more. */
async function inClosedLoop(atOnce: number, seconds: number, work: () => Promise<boolean>): Promise<TaskResult> {
  const startedAtMs = performance.now();
  let done = 0;
  let over = false;
  const loop = async (): Promise<void> => {
    while (!over && (await work())) done += 1;
  };
  const running = Promise.all(Array.from({ length: atOnce }, loop));
  await Promise.race([sleep(seconds * 1_000), running]);
  const result = { done, elapsedMs: performance.now() - startedAtMs };
  over = true;
  await running;
  return result;
}

/** What became of a payment is looked at: a bench of refusals would be fast. */
function settleOrders({ firstOrder, orders, clients, seconds, providerName, amountCentavos }: SettleTask): Promise<TaskResult> {
  const common = { source: 'CALLBACK', providerName, amount: amountCentavos } as const;
  let next = firstOrder;
  return inClosedLoop(clients, seconds, async () => {
    const id = next++;
    if (id >= firstOrder + orders) return false;
    const settlement = await settle(app, { ...common, txid: `bench${id}`, endToEndId: `E${id}`, paidAt: new Date() });
    if (settlement !== 'PAID') throw new Error(`order ${id} was not paid but ${settlement}`);
    return true;
  });
}

async function sendOnly({ url, atOnce, seconds }: Task & { task: 'send' }): Promise<TaskResult> {
  const sender = createWebhookSender({ rulesOf: () => ({ allowHttp: true, allowPrivate: true, ports: 'ANY' }) });
  const secrets = [Buffer.alloc(32, 1)];
  const body = JSON.stringify({ type: 'order.paid', timestamp: new Date(), data: { orderId: '1234567', totalValue: '3.98' } });
  const result = await inClosedLoop(atOnce, seconds, async () => {
    const headers = signStandardWebhook({ id: 'bench', timestamp: new Date(), body, secrets });
    return (await sender.send({ url, body, headers })).status === 200;
  });
  await sender.close();
  return result;
}

async function run(task: Task): Promise<TaskResult> {
  if (task.task === 'settle') return settleOrders(task);
  if (task.task === 'send') return sendOnly(task);
  if (task.task === 'deliver') app.deliveries.start();
  else {
    await app.deliveries.stop();
    await close();
    ({ app, close } = createApp(config, createLog(config)));
  }
  return { done: 0, elapsedMs: 0 };
}

process.on('message', (message: Task | 'usage') => {
  if (message !== 'usage') void run(message).then((result) => process.send?.(result));
});
process.once('SIGTERM', () => {
  void app.deliveries
    .stop()
    .then(close)
    .then(() => process.exit(0));
});
console.log('ready');
