import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, readConfig } from '../config.js';
import { findRunning } from '../development/running-service.js';
import { createLog } from '../platform/log.js';
import { verifyProof } from '../proof/verify-proof.js';
import { verifyReceipt } from '../proof/verify-receipt.js';
import { startService } from '../start.js';
import { graphql, print } from './demo-client.js';
import { type DemoBuyer, sell } from './demo-sale.js';

const DRAWN_WITHIN_MS = 60_000;
const POLL_MS = 500;

const DRAW = 'status round dueAt manifest manifestHash chainName winners { position prize luckyNumber winnerName }';

export async function drawARaffle(url: string, buyer: DemoBuyer, admin: { email: string; password: string }): Promise<void> {
  const login = 'mutation ($input: AdminLoginInput!) { adminLogin(input: $input) { accessToken } }';
  const { adminLogin } = await graphql(url, login, { input: admin });
  const operator: string = adminLogin.accessToken;
  const create = 'mutation ($input: CreateRaffleInput!) { createRaffle(input: $input) { id secretHash } }';
  const prizes = [{ title: 'Fone de ouvido' }, { title: 'Camiseta' }];
  const input = {
    title: 'Sorteio da demonstração',
    quotaPrice: '0',
    quotaQuantity: 100,
    status: 'OPEN',
    privacy: 'PRIVATE',
    prizes,
  };
  const { createRaffle: raffle } = await graphql(url, create, { input }, operator);
  print(
    `9. An operator opened a free raffle of 100 quotas with two prizes. Published before its first sale: the hash ${raffle.secretHash}.`,
  );

  const order = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id status } }';
  const { createOrder } = await graphql(url, order, { input: { raffleId: raffle.id, quotaQuantity: 30 } }, buyer.token);
  await graphql(
    url,
    'mutation ($id: ID!) { updateRaffle(id: $id, input: { status: CLOSED }) { id } }',
    { id: raffle.id },
    operator,
  );
  const draw = `mutation ($id: ID!) { createWinner(raffleId: $id) { ${DRAW} } }`;
  const { createWinner: frozen } = await graphql(url, draw, { id: raffle.id }, operator);
  print(`10. ${createOrder.status} with 30 quotas, closed and frozen. The manifest's hash is public: ${frozen.manifestHash}.`);
  print(`    Round ${frozen.round} of the beacon "${frozen.chainName}" draws it, at ${frozen.dueAt}: nobody can know it yet.`);

  const drawn = await drawnRaffle(url, raffle.id);
  for (const { position, prize, luckyNumber, winnerName } of drawn.winners)
    print(`    prize ${position}, ${prize}: number ${luckyNumber}, ${winnerName}`);

  const proof: unknown = await (await fetch(`${url}/draws/${raffle.id}/proof.json`)).json();
  const { ok, steps, sale } = verifyProof(proof);
  const own = `query ($id: ID!) { bookReceipt(orderId: $id) { raffleId orderId index leaf salt path head { size root } isVoid } }`;
  const { bookReceipt } = await graphql(url, own, { id: createOrder.id }, buyer.token);
  const receipt = verifyReceipt(bookReceipt[0], sale);
  print(
    `11. The proof, recomputed here as by npm run verify-draw: ${steps.filter((step) => step.ok).length} of ${steps.length} steps hold.`,
  );
  print(`    The buyer's own order: ${receipt.steps.at(-1)?.detail}.`);
  if (!ok || !receipt.ok) throw new Error('the proof of the draw does not hold');
}

async function drawnRaffle(url: string, id: string): Promise<any> {
  const endsAtMs = performance.now() + DRAWN_WITHIN_MS;
  while (performance.now() < endsAtMs) {
    const { drawProof } = await graphql(url, `query ($id: ID!) { drawProof(raffleId: $id) { proofUrl ${DRAW} } }`, { id });
    if (drawProof.proofUrl !== null) return drawProof;
    await sleep(POLL_MS);
  }
  throw new Error(`waited ${DRAWN_WITHIN_MS / 1000} s for the draw`);
}

/** `npm run demo`: one sale and one draw on the running service, or on one started for it. */
async function demo(): Promise<void> {
  const config = readConfig();
  if (config.production) throw new Error('The demo buys from the development raffle: it does not run in production.');
  const running = await findRunning(config.dataDir);
  print(running ? `Using the service that runs on ${running.url}.` : 'No service is running: starting one for the demo.');
  const service = running ?? (await startService(config, createLog({ logLevel: 'warn' })));
  try {
    const { url, sandboxUrl = '' } = service;
    const buyer = await sell(url, sandboxUrl);
    await drawARaffle(url, buyer, config.admin);
  } finally {
    if ('stop' in service) await service.stop();
  }
}

demo().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof ConfigError || error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
