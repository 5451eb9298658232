/** Longer than another tab takes; a tab that was put to sleep meanwhile must not hold up the others. */
const LONGEST_WAIT_MS = 10_000;

/** The Web Locks API: one holder of a name among all tabs of an origin. */
interface Locks {
  request<Result>(name: string, options: { signal: AbortSignal }, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Runs `work` while no other tab of the origin does work of that name. Where the platform has no locks, or the wait is too long, it runs
 * all the same: it has to bear that.
 */
export async function oneAtATime<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
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
