/** Longer than a renewal takes. A suspended tab must not block the others. */
const LONGEST_WAIT_MS = 10_000;

interface Locks {
  request<Result>(name: string, options: { signal: AbortSignal }, work: () => Promise<Result>): Promise<Result>;
}

/** Runs `work` while no other tab of the origin runs work of that name. Without locks, or after too long a wait, it runs anyway. */
export async function withTabLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const { locks } = (globalThis as { navigator?: { locks?: Locks } }).navigator ?? {};
  if (!locks) return work();
  let isBegun = false;
  const begin = (): Promise<Result> => {
    isBegun = true;
    return work();
  };
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(LONGEST_WAIT_MS) }, begin);
  } catch (error) {
    if (isBegun) throw error;
    return work();
  }
}
