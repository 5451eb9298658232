import { fileURLToPath } from 'node:url';
import { startProcess, type BenchProcess } from '../child-process.js';
import type { Cleanup } from '../cleanup.js';
import type { CloseTask, Collected, CollectTask, OpenTask } from './sockets-process.js';

export async function startHolder(cleanup: Cleanup): Promise<BenchProcess> {
  const holder = startProcess({ module: fileURLToPath(new URL('sockets-process.ts', import.meta.url)) });
  cleanup.add(() => holder.stop());
  await holder.says(/ready/);
  return holder;
}

/** Each process an equal part, one process after the other: to open them is not what is measured. */
export async function openSockets(
  holders: BenchProcess[],
  { url, raffleId, sockets }: { url: string; raffleId: string; sockets: number },
): Promise<void> {
  for (const [n, holder] of holders.entries()) {
    const part = Math.floor((sockets + n) / holders.length);
    const task: OpenTask = { task: 'open', url, raffleId, sockets: part, times: 1 };
    const { open, firstError } = await holder.ask<Collected>(task);
    if (open !== part) throw new Error(`${open} of ${part} sockets are open: ${firstError}`);
  }
}

export async function collect(holders: BenchProcess[]): Promise<Collected[]> {
  const all = await Promise.all(holders.map((holder) => holder.ask<Collected>({ task: 'collect' } satisfies CollectTask)));
  const wrong = all.find(({ errors }) => errors > 0);
  if (wrong) throw new Error(`${wrong.errors} sockets failed, among others: ${wrong.firstError}`);
  return all;
}

export async function closeSockets(holders: BenchProcess[]): Promise<void> {
  for (const holder of holders) await holder.ask<Collected>({ task: 'close' } satisfies CloseTask);
}
