import { tmpdir } from 'node:os';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { createApp } from '../../src/app.js';
import type { App } from '../../src/context.js';
import type { Behaviour } from '../../src/development/bank/behaviour.js';
import { spawnSandboxBank } from '../../src/development/bank/spawn-sandbox-bank.js';
import { createLog } from '../../src/platform/log.js';
import { applyMigrations } from '../../src/platform/database/migrations.js';
import { createApiClient } from '../../src/legacy/clients/api-client.service.js';
import { createQuotaPrizes } from '../../src/quota-prizes/quota-prize.service.js';
import { aCustomer, anAdmin } from '../support/actors.js';
import { aProvider, anOpenRaffle } from '../support/sales.js';
import { eventually } from '../support/eventually.js';
import { askSandbox, SANDBOX_ACCOUNT } from '../support/sandbox.js';
import { testConfig } from '../support/start.js';
import type { LegacyCredentials } from '../support/legacy-client.js';
import { anEndpoint } from '../support/webhook-inbox.js';
import { giveBoxes } from '../support/walked-boxes.js';
import { UNLIMITED_ENV } from '../support/rates.js';
import type { Balancer } from './balancer.js';
import { startBeacon } from './beacon.js';
import { startReceiver, type WebhookReceiver } from './receiver.js';

const BUYERS = 200;
const REFERRERS = 10;
const PRIZE_NUMBERS = Array.from({ length: 200 }, (_, i) => String(10 * i).padStart(4, '0'));
const DRAWN = 4;
const DRAWN_PRIZES = ['Moto', 'Celular', 'Livro'];
const PRICE_CENTAVOS = 137n;
const CALLBACK_SECRET = 'the-callback-secret';
/** Seldom enough for the circuit breakers. */
const FAILING: Partial<Behaviour> = { failRequests: 0.02, loseAnswers: 0.02, loseCallbacks: 0.1, latencyMs: 20 };

export interface Stage {
  databaseUrl: string;
  /** This process's own view of the same service: nothing of it is hurt. */
  app: App;
  /**
   * A large one without refunds; one with boxes and numbers with prizes; a small one whose refunded quotas are sold again; and some that are
   * closed and drawn while they sell.
   */
  raffles: { large: string; prized: string; returning: string; drawn: string[] };
  tokens: string[];
  /** Users who refer buyers of the large raffle. */
  referrers: string[];
  receiver: WebhookReceiver;
  legacyCredentials: LegacyCredentials;
  operatorToken: string;
  bankUrl: string;
  gatewayEnv: Record<string, string>;
  /** Has the bank call whoever the balancer names, and fail at times. */
  callBack(balancer: Pick<Balancer, 'next'>, ca?: string): Promise<void>;
  /** From now on the bank, the beacon and the receiver of webhooks do not fail. */
  calm(): Promise<void>;
  /** As if the time of an unpaid order were over. */
  letExpire(orderId: string): Promise<void>;
  close(): Promise<void>;
}

export async function setStage(databaseUrl: string, seed: number): Promise<Stage> {
  await applyMigrations({ databaseUrl });
  const receiver = await startReceiver(seed);
  const beacon = await startBeacon();
  const bank = await spawnSandboxBank({ port: 0, ...SANDBOX_ACCOUNT });
  const config = testConfig({
    databaseUrl,
    dataDir: tmpdir(),
    production: true,
    providerOrigins: [bank.url],
    webhookOrigins: [receiver.url],
    databasePoolSize: 4,
    // As the gateways.
    beacon: { chain: 'development', hosts: [beacon.url] },
  });
  const { app, close } = createApp(config, createLog({ logLevel: 'silent' }));
  const { clientId, clientSecret, pixKey } = SANDBOX_ACCOUNT;
  await aProvider(
    { app },
    {
      name: 'banco',
      // As in production, where the sandbox is refused.
      adapter: 'bacen',
      baseUrl: bank.url,
      pixKey,
      callbackSecret: CALLBACK_SECRET,
      credentials: { clientId, clientSecret },
    },
  );
  // In production no raffle is changed without its certificate.
  const selling = { quotaPrice: PRICE_CENTAVOS, reservationTimeLimit: 60, certificateCode: 'SPA/ME 04.000000/2026' };
  const referring = { affiliate: true, commissionBasisPoints: 250 };
  const large = await anOpenRaffle({ app }, { ...selling, ...referring, quotaQuantity: 1_000_000 });
  const prized = await anOpenRaffle({ app }, { ...selling, quotaQuantity: 2_000, enableQuotaPrizes: true });
  const returning = await anOpenRaffle({ app }, { ...selling, ...referring, quotaQuantity: 120 });
  const { token: operatorToken } = await anAdmin({ app });
  const admin = await app.contextFor({
    requestId: 'chaos',
    clientAddress: '127.0.0.1',
    authorization: `Bearer ${operatorToken}`,
    longLived: true,
    accepts: ['ADMIN'],
  });
  await giveBoxes({ admin }, prized.id);
  const drawn: string[] = [];
  for (let n = 0; n < DRAWN; n++) {
    const prizes = { create: DRAWN_PRIZES.map((title, at) => ({ position: at + 1, title })) };
    const { id } = await anOpenRaffle({ app }, { ...selling, quotaQuantity: 500, drawMode: 'BEACON', prizes });
    // Every other one has instant prizes, which must be decided before the draw.
    if (n % 2 === 0) await giveBoxes({ admin }, id);
    drawn.push(id);
  }
  await createQuotaPrizes(
    admin,
    prized.id,
    PRIZE_NUMBERS.map((luckyNumber) => ({ luckyNumber, prize: 'R$ 50' })),
  );
  receiver.expectSecret((await anEndpoint({ app }, `${receiver.url}/`)).secret);
  const { client: _client, ...legacyCredentials } = await createApiClient(admin, { name: 'Loja' });
  const tokens: string[] = [];
  const referrers: string[] = [];
  for (let i = 0; i < BUYERS; i++) {
    const { id, token } = await aCustomer({ app });
    tokens.push(token);
    if (i < REFERRERS) referrers.push(id);
  }

  const behave = async (behaviour: Partial<Behaviour>): Promise<void> => {
    await askSandbox(bank.url, 'PUT', '/sandbox/behaviour', behaviour);
  };
  let doorkeeper: ReturnType<typeof createServer> | undefined;
  let dispatcher: Agent | undefined;
  return {
    databaseUrl,
    app,
    raffles: { large: large.id, prized: prized.id, returning: returning.id, drawn },
    tokens,
    referrers,
    receiver,
    legacyCredentials,
    operatorToken,
    bankUrl: bank.url,
    gatewayEnv: {
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      PORT: '0',
      PUBLIC_URL: 'https://chaos.example',
      PROVIDER_ORIGINS: bank.url,
      WEBHOOK_ORIGINS: receiver.url,
      DEVELOPMENT_BEACON: beacon.url,
      JWT_SECRET: config.jwtSecret,
      ENCRYPTION_KEY: config.encryptionKeys.map((key) => key.toString('base64')).join(','),
      ADMIN_EMAIL: 'chaos@example.com',
      ADMIN_PASSWORD: randomBytes(12).toString('hex'),
      LOG_LEVEL: 'error',
      ...UNLIMITED_ENV,
    },
    async callBack(balancer, ca) {
      dispatcher = new Agent({ ...(ca && { connect: { ca } }) });
      doorkeeper = createServer((received, response) => {
        const chunks: Buffer[] = [];
        received.on('data', (chunk: Buffer) => chunks.push(chunk));
        received.on('end', () => {
          const to = balancer.next();
          if (!to) {
            response.writeHead(502).end();
            return;
          }
          const passed = request(`${to}${received.url}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: Buffer.concat(chunks),
            headersTimeout: 5_000,
            dispatcher,
          });
          passed.then(
            async ({ statusCode, body }) => {
              await body.dump();
              response.writeHead(statusCode).end();
            },
            () => response.writeHead(502).end(),
          );
        });
      });
      await new Promise<void>((resolve) => doorkeeper?.listen(0, '127.0.0.1', resolve));
      const { port } = doorkeeper.address() as AddressInfo;
      const provider = await app.providers.find('banco');
      await provider?.adapter.registerWebhook(`http://127.0.0.1:${port}/v1/payments/callbacks/banco`);
      await behave(FAILING);
    },
    async calm() {
      beacon.calm();
      receiver.calm();
      await behave({ refundDelayMs: 0 });
    },
    async letExpire(orderId) {
      const expire = "UPDATE orders SET expires_at = now() - interval '1 hour' WHERE id = $1 AND status = 'PENDING'";
      // PostgreSQL is away at times.
      const tries = () =>
        app.db.pool.query(expire, [orderId]).then(
          () => true,
          () => false,
        );
      await eventually(tries, { timeoutMs: 120_000, everyMs: 500 });
    },
    async close() {
      doorkeeper?.close();
      doorkeeper?.closeAllConnections();
      receiver.close();
      await beacon.close();
      await dispatcher?.destroy();
      await close();
      await bank.stop();
    },
  };
}
