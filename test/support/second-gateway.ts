import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { graphqlClient, type Ask } from './graphql-client.js';
import type { TestServer } from './start.js';

export interface SecondGateway {
  url: string;
  ask: Ask;
  /** Has it sweep expired orders; answers how many it ended. */
  expireOrders(): Promise<number>;
  /** How much CPU all its threads have used so far, in milliseconds. */
  cpuMs(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a real second process that shares a server's database, tokens and keys. */
export async function startSecondGateway({ app, databaseUrl }: TestServer): Promise<SecondGateway> {
  const child = fork(path.join(import.meta.dirname, 'gateway-process.ts'), { execArgv: ['--import', 'tsx'] });
  const encryptionKeys = app.config.encryptionKeys.map((key) => key.toString('base64'));
  child.send({ start: { ...app.config, databaseUrl, port: 0, encryptionKeys } });
  const [{ url }] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the second gateway ended with ${code}`))),
  ])) as [{ url: string }];
  child.setMaxListeners(0);
  let asked = 0;
  const tell = <Answer>(message: 'expireOrders' | 'cpuUsage'): Promise<Answer> =>
    new Promise((resolve) => {
      const n = (asked += 1);
      const onMessage = (answer: { answerTo?: number } & Answer): void => {
        if (answer.answerTo !== n) return;
        child.off('message', onMessage);
        resolve(answer);
      };
      child.on('message', onMessage);
      child.send({ [message]: n });
    });
  return {
    url,
    ask: graphqlClient(url),
    expireOrders: async () => (await tell<{ ended: number }>('expireOrders')).ended,
    async cpuMs() {
      const { user, system } = (await tell<{ cpuUsage: NodeJS.CpuUsage }>('cpuUsage')).cpuUsage;
      return (user + system) / 1_000;
    },
    async stop() {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

/** The same numbers every run, each in [0, below): mulberry32. */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}
