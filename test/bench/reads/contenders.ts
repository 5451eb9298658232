import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startProcess, type BenchProcess } from '../child-process.js';
import type { Cleanup } from '../cleanup.js';
import { encodeCursor } from '../../../src/platform/page.js';
import { BUILD } from '../orders/contenders.js';
import { bookIsPublished } from '../published-book.js';
import type { BareReadsSettings } from './bare-process.js';
import { myOrders, ORDERS_OF_RAFFLE, PAGE_SIZE, RAFFLE_PAGE, RAFFLE_PAGE_BESIDE_BAR, type ReadName } from './reads.js';
import { QUOTAS, type ReadStage } from './stage.js';

export interface ReadRequest {
  route: string;
  token?: string;
  body?: object;
}

export interface ReadContender {
  name: string;
  process: BenchProcess;
  url: string;
  /** In turn, the same answers in the same order with every contender; a read that is not here it cannot answer. */
  requests: Map<ReadName, ReadRequest[]>;
  /** What an answer says: to be the same of every contender. */
  says(read: ReadName, answer: unknown): unknown;
}

export async function startGateway(
  options: { stage: ReadStage; withNumbers: boolean; name: string; build: string; profileTo?: string | undefined },
  cleanup: Cleanup,
): Promise<ReadContender> {
  const { stage, withNumbers, name, build, profileTo } = options;
  const gateway = startProcess({
    module: path.join(build, 'main.js'),
    env: stage.gatewayEnv,
    nodeArgs: profileTo ? ['--cpu-prof', `--cpu-prof-dir=${profileTo}`] : [],
  });
  cleanup.add(() => gateway.stop());
  const url = await gateway.says(/listening on (http:\S+)/);
  await bookIsPublished(stage.databaseUrl);
  const page = (await hasRaffleSellBar(url)) ? RAFFLE_PAGE : RAFFLE_PAGE_BESIDE_BAR;
  const rest = `/v1/orders?first=${PAGE_SIZE}`;
  const requests = graphqlRequests(stage, { page, mine: myOrders({ withNumbers }), ofRaffle: ORDERS_OF_RAFFLE })
    .set('REST, first page', [{ route: rest, token: stage.adminToken }])
    .set('REST, deep page', [{ route: `${rest}&after=${deepCursor(stage)}`, token: stage.adminToken }]);
  return { name, process: gateway, url, requests, says: (_read, answer) => withBarInRaffle(answer) };
}

export function graphqlRequests(
  stage: ReadStage,
  documents: { page: string; mine: string; ofRaffle: string },
): Map<ReadName, ReadRequest[]> {
  const { slug, id: raffleId } = stage.raffle;
  const request = (query: string, variables: object, token?: string): ReadRequest => ({
    route: '/graphql',
    ...(token !== undefined && { token }),
    body: { query, variables },
  });
  const pageVariables = documents.page.includes('$raffleId') ? { slug, raffleId } : { slug };
  return new Map<ReadName, ReadRequest[]>([
    ['raffle page', [request(documents.page, pageVariables)]],
    ['my orders', stage.buyers.map(({ token }) => request(documents.mine, {}, token))],
    ['orders of a raffle', [request(documents.ofRaffle, { raffleId }, stage.adminToken)]],
  ]);
}

export async function startBare(
  { stage, withNumbers }: { stage: ReadStage; withNumbers: boolean },
  cleanup: Cleanup,
): Promise<ReadContender> {
  const { raffle, adminToken: token } = stage;
  const mine = withNumbers ? '/my-orders' : '/my-orders/without-numbers';
  const requests = new Map<ReadName, ReadRequest[]>([
    ['raffle page', [{ route: `/raffles/${raffle.slug}` }]],
    ['my orders', stage.buyers.map((buyer) => ({ route: mine, token: buyer.token }))],
    ['orders of a raffle', [{ route: `/raffles/${raffle.id}/orders`, token }]],
    ['REST, first page', [{ route: '/orders', token }]],
    ['REST, deep page', [{ route: `/orders?after=${deepCursor(stage)}`, token }]],
  ]);
  return startBareProcess('bare Fastify', { stage, requests }, cleanup);
}

/** Keeps the text of the page's answer 100 ms, and answers nothing else. */
export async function startBareWithCache(stage: ReadStage, cleanup: Cleanup): Promise<ReadContender> {
  const requests = new Map<ReadName, ReadRequest[]>([['raffle page', [{ route: `/raffles/${stage.raffle.slug}/kept` }]]]);
  return startBareProcess('bare, 100 ms cache', { stage, requests }, cleanup);
}

async function startBareProcess(
  name: string,
  { stage, requests }: { stage: ReadStage; requests: Map<ReadName, ReadRequest[]> },
  cleanup: Cleanup,
): Promise<ReadContender> {
  const { raffle } = stage;
  const settings: BareReadsSettings = {
    databaseUrl: stage.databaseUrl,
    jwtSecret: stage.jwtSecret,
    raffleId: raffle.id,
    raffleSecret: raffle.secret.toString('base64'),
    quotaQuantity: QUOTAS,
    dist: pathToFileURL(`${BUILD}/`).href,
  };
  const bare = startProcess({
    module: fileURLToPath(new URL('bare-process.ts', import.meta.url)),
    env: { NODE_ENV: 'production', BARE_READS: JSON.stringify(settings) },
  });
  cleanup.add(() => bare.stop());
  const url = await bare.says(/listening on (http:\S+)/);
  return { name, process: bare, url, requests, says: (_read, answer) => answer };
}

function deepCursor({ deepOrder: { createdAt, id } }: ReadStage): string {
  return encodeCursor(createdAt.toISOString(), id);
}

async function hasRaffleSellBar(url: string): Promise<boolean> {
  const response = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ __type(name: "Raffle") { fields { name } } }' }),
  });
  const { data } = (await response.json()) as { data: { __type: { fields: { name: string }[] } } };
  return data.__type.fields.some(({ name }) => name === 'sellBar');
}

/** A bar that was asked for beside the raffle, where it is when the raffle itself is asked for it. */
function withBarInRaffle(answer: unknown): unknown {
  const { sellBar, raffle, ...data } = (answer as { data: Record<string, object> }).data;
  return sellBar && raffle ? { data: { ...data, raffle: { ...raffle, sellBar } } } : answer;
}
