import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { LinksAsk, LinksOptions } from './links-process.js';

/** The network between the machines of the database. */
export interface Links {
  /** Nothing reaches this member, and it reaches nobody. Answers how to mend it. */
  cut(member: number): () => void;
  close(): void;
}

export async function startLinks(options: LinksOptions): Promise<Links> {
  const child = fork(path.join(import.meta.dirname, 'links-process.ts'), [JSON.stringify(options)], {
    execArgv: ['--import', 'tsx'],
    detached: true,
  });
  await once(child, 'message');
  const ask = (what: LinksAsk): void => void child.send(what);
  return {
    cut(member) {
      ask({ cut: member });
      return () => ask({ cut: null });
    },
    close: () => child.disconnect(),
  };
}
