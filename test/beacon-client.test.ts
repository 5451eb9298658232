import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { startSandboxBank } from '../src/development/bank/start-sandbox-bank.js';
import { DEVELOPMENT_CHAIN, createBeaconClient, type BeaconClientOptions } from '../src/beacon/beacon.js';
import { signRound } from '../src/development/beacon/sign-round.js';
import { DomainError } from '../src/platform/domain-error.js';
import type { Log } from '../src/platform/log.js';
import { QUICKNET, QUICKNET_RELAYS, roundAt } from '../src/proof/chain.js';
import { QUICKNET_ROUNDS } from './support/quicknet-rounds.js';
import { answerJson, open, SANDBOX_ACCOUNT, startRemoteService, stopAll, type RemoteService } from './support/sandbox.js';

const [ROUND, OTHER] = QUICKNET_ROUNDS;
const FOUND = { round: ROUND.round, signature: ROUND.signature };
/** Enough for an answer on a busy machine; those that never come take as long. */
const PATIENCE_MS = 700;
type Answer = (response: ServerResponse) => void;

const tells =
  (body: unknown): Answer =>
  (response) =>
    answerJson(response, 200, body);
const says =
  (status: number): Answer =>
  (response) =>
    answerJson(response, status, {});
const truth = tells(ROUND);

let warnings: { event: string; host: string; reason: string }[] = [];
const log = { warn: (fields: (typeof warnings)[number]) => warnings.push(fields) } as unknown as Log;

afterEach(async () => {
  warnings = [];
  await stopAll();
});

async function startHosts(...answers: Answer[]): Promise<RemoteService[]> {
  const hosts = await Promise.all(answers.map((answer) => startRemoteService((_, response) => answer(response))));
  open.push(...hosts);
  return hosts;
}

async function ask(answers: Answer[], options: Partial<BeaconClientOptions> = {}) {
  const hosts = await startHosts(...answers);
  const client = createBeaconClient({ log, hosts: hosts.map(({ url }) => url), hostTimeoutMs: PATIENCE_MS, ...options });
  const outcome = await client.roundOf(ROUND.round).catch((error: unknown) => error);
  return { outcome, asked: hosts.map(({ received }) => received.length), hosts };
}

const events = () => warnings.map(({ event }) => event);

describe('a round of a beacon', () => {
  it('is asked of the first host, by the path of drand', async () => {
    const { outcome, asked, hosts } = await ask([truth, truth]);
    expect([outcome, asked, warnings]).toEqual([FOUND, [1, 0], []]);
    expect(hosts[0]?.received[0]).toMatchObject({ method: 'GET', url: `/${QUICKNET.hash}/public/1000` });
    expect(QUICKNET_RELAYS.every((host) => host.startsWith('https://'))).toBe(true);
  });

  it.each<[string, Answer]>([
    ['signed with another key', tells(signRound(ROUND.round))],
    ['with the signature of another', tells({ ...ROUND, signature: OTHER.signature })],
    ['that is another', tells(OTHER)],
    ['that is another under the number asked for', tells({ ...OTHER, round: ROUND.round })],
    ['whose number is a text', tells({ ...ROUND, round: '1000' })],
    ['without a signature', tells({ round: ROUND.round })],
    ['with half a signature', tells({ ...ROUND, signature: ROUND.signature.slice(48) })],
    ['that is a list', tells([ROUND])],
    ['that is null', tells(null)],
    ['that is no JSON', (response) => response.end('<html>')],
    ['that is far too long', (response) => response.end(JSON.stringify(ROUND).padEnd(5000))],
  ])('is not taken from a host that tells one %s, and who told it is named', async (_, lie) => {
    const { outcome, asked, hosts } = await ask([lie, truth]);
    expect([outcome, asked]).toEqual([FOUND, [1, 1]]);
    expect(warnings).toMatchObject([{ event: 'beacon.answer_refused', host: hosts[0]?.url, round: 1000, chain: 'quicknet' }]);
  });

  it.each<[string, Answer]>([
    ['is broken', says(500)],
    ['knows nothing of it', says(400)],
    ['sends elsewhere', (response) => response.writeHead(302, { location: `/${QUICKNET.hash}/public/1000` }).end()],
    ['hangs up', (response) => response.socket?.destroy()],
    ['says nothing', () => undefined],
    ['stops in the middle', (response) => response.writeHead(200).write('{"round":')],
  ])('is asked of the next host when one %s', async (_, answer) => {
    const { outcome, asked } = await ask([answer, truth]);
    expect([outcome, asked, events()]).toEqual([FOUND, [1, 1], ['beacon.host_failed']]);
  });

  it('is asked of the next host when nobody listens at one', async () => {
    const [gone] = await startHosts(truth);
    await gone!.stop();
    const [there] = await startHosts(truth);
    const client = createBeaconClient({ log, hosts: [gone!.url, there!.url] });
    expect([await client.roundOf(ROUND.round), events()]).toEqual([FOUND, ['beacon.host_failed']]);
  });

  it.each([404, 425])('is not there yet when all that answered say so with %i', async (status) => {
    expect((await ask([says(status), says(status)])).outcome).toBe('NOT_YET');
    expect(events()).toEqual([]);
    expect((await ask([says(500), says(status), tells(OTHER)])).outcome).toBe('NOT_YET');
  });

  it('is taken from a host that has it though another has it not', async () => {
    const { outcome, asked } = await ask([says(425), says(404), truth]);
    expect([outcome, asked, warnings]).toEqual([FOUND, [1, 1, 1], []]);
  });

  it('cannot be had when nobody answers with it, and it is said to try again', async () => {
    const { outcome } = await ask([says(500), tells(OTHER), (response) => response.socket?.destroy()]);
    expect(outcome).toBeInstanceOf(DomainError);
    expect(outcome).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('round 1000') });
    expect(events()).toEqual(['beacon.host_failed', 'beacon.answer_refused', 'beacon.host_failed']);
  });

  it('costs a host that drips its answer its time and no more', async () => {
    let drips: NodeJS.Timeout | undefined;
    const drip: Answer = (response) => {
      response.writeHead(200).write(' ');
      drips = setInterval(() => response.write(' '), 20);
    };
    const started = performance.now();
    const { outcome } = await ask([drip, truth]);
    clearInterval(drips);
    expect(outcome).toEqual(FOUND);
    expect(warnings[0]?.reason).toBe('no whole answer within 700 ms');
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

it('the development beacon runs in the process of the bank and is asked the same way', async () => {
  const bank = await startSandboxBank({ port: 0, ...SANDBOX_ACCOUNT });
  open.push(bank);
  const client = createBeaconClient({ log, chain: DEVELOPMENT_CHAIN, hosts: [bank.url] });
  const latest = roundAt(DEVELOPMENT_CHAIN, Date.now() / 1000);
  expect(await client.roundOf(latest)).toMatchObject({ round: latest });
  expect(await client.roundOf(latest + 1000)).toBe('NOT_YET');
  // A host of another chain has none of its rounds.
  expect(await createBeaconClient({ log, hosts: [bank.url] }).roundOf(1)).toBe('NOT_YET');
});
