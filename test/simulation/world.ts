import { receiveCallback } from '../../src/payments/callback-inbox.js';
import { aCustomer, anAdmin } from '../support/actors.js';
import { anOpenRaffle, aProvider } from '../support/sales.js';
import { SANDBOX_ACCOUNT } from '../support/sandbox.js';
import { seededRandom } from '../support/second-gateway.js';
import { createQuotaPrizes } from '../../src/quota-prizes/quota-prize.service.js';
import { giveBoxes } from '../support/walked-boxes.js';
import { anEndpoint } from '../support/webhook-inbox.js';
import { createRelay } from './beacon.js';
import { createSimulatedBank, type SimulatedBank } from './bank.js';
import { KEEP_ROWS, RESTORE_ROWS } from './database.js';
import { startGateway, type Gateway, type Person } from './gateways.js';
import { installSimulatedHttp, type HttpAnswer } from './http.js';
import { createNetwork, type Fault, type Host, type Network } from './network.js';
import { connectPostgres, type Postgres } from './postgres.js';
import { installSeededRandomness } from './seeded-randomness.js';
import { installSimulatedConnections } from './simulated-connections.js';
import { installSynchronousGzip } from './synchronous-gzip.js';
import { installVirtualClock, type VirtualClock } from './virtual-clock.js';

const CALLBACK_SECRET = 'the-callback-secret';
const BUYERS = 3;
const PRIZE_NUMBERS = ['01', '04', '09', '16', '25', '29'];
const FROZEN_MS = 20_000;
/** Without a vacuum the rows of earlier histories would stay on the pages. */
const VACUUM_EVERY = 200;

export interface Raffles {
  plain: string;
  small: string;
  /** With boxes, and numbers that have prizes. */
  prized: string;
}

/** All that a history happens in. There is one in a process, because the clock is the process's. */
export interface World {
  clock: VirtualClock;
  network: Network;
  postgres: Postgres;
  bank: SimulatedBank;
  gateways: Gateway[];
  buyers: Person[];
  admin: Person;
  raffles: Raffles;
  /** Ids of events that the receiver took. */
  received: Map<string, number>;
  /** What the log of a gateway must not have. */
  unexpected: string[];
  trace: string[];
  write(line: string): void;
  /** What the receiver answers next. */
  receiverAnswers: (HttpAnswer | 'HANG')[];
  /** How many copies of the next callbacks the bank sends, by turns. */
  copies: number[];
  /** Whether who has to wait for a lock of PostgreSQL gives up at once, as if its time were over. */
  isImpatient: boolean;
  /** Everything begins again, with this seed. */
  restart(seed: number): Promise<void>;
  /** The process of this gateway ends, and another begins. */
  kill(gateway: Gateway): Promise<void>;
  stop(): Promise<void>;
}

/** `cpu`: of this process, and so of its sessions. */
export async function createWorld(databaseUrl: string, cpu?: number): Promise<World> {
  const clock = installVirtualClock();
  const randomness = installSeededRandomness();
  const compression = installSynchronousGzip();
  const postgres = await connectPostgres(databaseUrl, clock, cpu);
  let random = seededRandom(0);
  let trace: string[] = [];
  let beganAtMs = clock.nowMs();
  const write = (line: string): void => void trace.push(`${clock.nowMs() - beganAtMs} ${line}`);
  const hosts = new Map<string, Host>();
  const unexpected: string[] = [];
  const received = new Map<string, number>();
  const receiverAnswers: (HttpAnswer | 'HANG')[] = [];
  const copies: number[] = [];
  let started = 0;

  const network = createNetwork({ clock, write, onFault, afterEach: () => postgres.endWaits(1_200) });
  const connections = installSimulatedConnections({
    postgres,
    network,
    hostOf: (name) => hosts.get(name)!,
    isImpatient: () => world.isImpatient,
  });
  const bankHost: Host = { name: 'bank', isGone: false, frozenToMs: 0 };
  const bank = await createSimulatedBank((body) => {
    for (let copy = copies.shift() ?? 1; copy > 0; copy -= 1) callBack(body, 0);
  });

  function callBack(body: string, attempt: number): void {
    network.post({
      from: bankHost,
      to: 'a gateway',
      name: 'callback',
      faults: ['LOSE_REQUEST', 'LOSE_REPLY', 'DELAY'],
      deliver(fault) {
        if (fault === 'LOSE_REQUEST') return 'lost';
        // Rows of two callbacks have different times: Postgres gives those with the same in no certain order.
        clock.advance(1);
        const gateway = world.gateways[random(world.gateways.length)]!;
        const again = (): void => {
          if (attempt < 3) callBack(body, attempt + 1);
        };
        const { app } = gateway;
        const request = { headers: {}, rawBody: Buffer.from(body), query: { secret: CALLBACK_SECRET, hmac: CALLBACK_SECRET } };
        receiveCallback(app, 'sandbox', request).then(() => {
          app.callbackWakeUp.wake();
          if (fault === 'LOSE_REPLY') again();
        }, again);
        return gateway.host.name;
      },
    });
  }

  const http = installSimulatedHttp({
    network,
    services: {
      bank: bank.serve,
      async receiver({ headers }) {
        const answer = receiverAnswers.shift() ?? { status: 200, body: '' };
        const id = headers['webhook-id'] ?? '';
        if (answer !== 'HANG' && answer.status === 200) received.set(id, (received.get(id) ?? 0) + 1);
        return answer;
      },
      beacon: createRelay(clock),
    },
  });

  const newGateway = (): Gateway => {
    const gateway = startGateway(`gateway-${(started += 1)}`, (line) => unexpected.push(line));
    hosts.set(gateway.host.name, gateway.host);
    return gateway;
  };

  async function onFault(fault: Fault, { from }: { from: Host }): Promise<void> {
    const gateway = world.gateways.find(({ host }) => host === from);
    if (fault === 'KILL' && gateway) await world.kill(gateway);
    if (fault !== 'FREEZE' || !gateway) return;
    from.frozenToMs = clock.nowMs() + FROZEN_MS;
    await connections.endIdle(from);
  }

  const setUp = async (): Promise<void> => {
    const [first] = world.gateways;
    const server = first!;
    const { clientId, clientSecret, pixKey } = SANDBOX_ACCOUNT;
    const credentials = { clientId, clientSecret };
    await aProvider(server, {
      name: 'sandbox',
      adapter: 'sandbox',
      priority: 1,
      pixKey,
      baseUrl: 'http://bank',
      callbackSecret: CALLBACK_SECRET,
      credentials,
    });
    for (let buyer = 0; buyer < BUYERS; buyer += 1) world.buyers.push({ id: (await aCustomer(server)).id, kind: 'USER' });
    world.admin = { id: (await anAdmin(server)).id, kind: 'ADMIN' };
    world.raffles = {
      plain: (await anOpenRaffle(server, { quotaPrice: 137n, quotaQuantity: 40, reservationTimeLimit: 30 })).id,
      small: (await anOpenRaffle(server, { quotaPrice: 250n, quotaQuantity: 6, reservationTimeLimit: 30, unprovenShare: 0 })).id,
      prized: (
        await anOpenRaffle(server, { quotaPrice: 99n, quotaQuantity: 30, reservationTimeLimit: 30, enableQuotaPrizes: true })
      ).id,
    };
    await anEndpoint(server, 'http://receiver/');
    // What it loads only now, it loads from the disk, and nothing in a history waits for that.
    await server.app.beacon.roundOf(1);
    for (const gateway of world.gateways) await meet(gateway);
    const { prized } = world.raffles;
    const admin = server.as(world.admin);
    await giveBoxes({ admin }, prized);
    await createQuotaPrizes(
      admin,
      prized,
      PRIZE_NUMBERS.map((luckyNumber) => ({ luckyNumber, prize: 'R$ 50' })),
    );
  };
  const meet = async (gateway: Gateway): Promise<void> => {
    for (const buyer of world.buyers) await gateway.learn(buyer);
    await gateway.learn(world.admin);
  };

  /** What every process of a running service has in its caches. */
  const warmUp = async ({ app }: Gateway): Promise<void> => {
    app.providers.drop();
    for (const id of Object.values(world.raffles)) {
      app.raffles.drop(id);
      await app.raffles.get(id);
      await app.publishedLists.ofSold(id);
    }
    await app.providers.all();
  };

  const world: World = {
    clock,
    network,
    postgres,
    bank,
    gateways: [],
    buyers: [],
    admin: { id: '', kind: 'ADMIN' },
    raffles: { plain: '', small: '', prized: '' },
    received,
    unexpected,
    get trace() {
      return trace;
    },
    write,
    receiverAnswers,
    copies,
    isImpatient: false,
    async restart(seed) {
      const isIdle = world.gateways.map((gateway) => gateway.isIdle());
      await connections.clear();
      await clock.settle();
      network.clear();
      world.gateways = world.gateways.map((gateway, at) => {
        if (isIdle[at] && !gateway.host.isGone) return gateway;
        gateway.end();
        return newGateway();
      });
      clock.restart();
      random = seededRandom(seed);
      randomness.restart(seed);
      await postgres.restore(RESTORE_ROWS);
      histories += 1;
      if (histories % VACUUM_EVERY === 0) await postgres.script('VACUUM');
      await postgres.ask('UPDATE payment_providers SET updated_at = updated_at + make_interval(secs => $1)', [histories]);
      bank.restart({ refundDelayMs: 0, omitTxids: false });
      for (const [at, gateway] of world.gateways.entries()) {
        gateway.host.name = `gateway-${at + 1}`;
        gateway.host.frozenToMs = 0;
      }
      await network.carry(async () => {
        for (const gateway of world.gateways) {
          await meet(gateway);
          await warmUp(gateway);
          gateway.renew();
        }
      });
      for (const list of [unexpected, receiverAnswers, copies]) list.length = 0;
      received.clear();
      world.isImpatient = false;
      trace = [];
      beganAtMs = clock.nowMs();
    },
    async kill(gateway) {
      const next = newGateway();
      next.host.name = gateway.host.name;
      world.gateways[world.gateways.indexOf(gateway)] = next;
      gateway.end();
      connections.abandon(gateway.host);
      await network.carry(() => meet(next), next.host);
      next.renew();
    },
    async stop() {
      await postgres.stop();
      http.uninstall();
      connections.uninstall();
      await bank.stop();
      compression.uninstall();
      randomness.uninstall();
      clock.uninstall();
    },
  };
  let histories = 0;

  randomness.restart(0);
  world.gateways = [newGateway(), newGateway()];
  await network.carry(setUp);
  await connections.clear();
  await clock.settle();
  network.clear();
  await postgres.script(KEEP_ROWS);
  return world;
}
