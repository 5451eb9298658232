/** When a circuit opens and for how long; see `createCircuitBreaker`. */
export interface CircuitBreakerOptions {
  /** Failures in a row that open it. @default 10 */
  failuresToOpen?: number;
  /** How long nothing is tried once open, in milliseconds. @default 10_000 */
  openMs?: number;
}

/** The state of one remote service; ask `mayPass` before a call, and tell `succeeded` or `failed` after each one that passed. */
export interface CircuitBreaker {
  mayPass(): boolean;
  succeeded(): void;
  failed(): void;
}

/**
 * Stops calling a service that does not answer, so that its failure costs a caller microseconds instead of a deadline. After
 * `failuresToOpen` failures in a row nothing passes for `openMs`; then exactly one call does, as a probe, and what becomes of it
 * closes the circuit or opens it again. A probe that is never reported stops counting after another `openMs`.
 */
export function createCircuitBreaker({ failuresToOpen = 10, openMs = 10_000 }: CircuitBreakerOptions = {}): CircuitBreaker {
  let failuresInARow = 0;
  let nextProbeAtMs = 0;

  return {
    mayPass() {
      if (failuresInARow < failuresToOpen) return true;
      // Monotonic: a wall clock set back would keep the circuit open for as long.
      const nowMs = performance.now();
      if (nowMs < nextProbeAtMs) return false;
      nextProbeAtMs = nowMs + openMs;
      return true;
    },
    succeeded() {
      failuresInARow = 0;
    },
    failed() {
      failuresInARow += 1;
      if (failuresInARow >= failuresToOpen) nextProbeAtMs = performance.now() + openMs;
    },
  };
}
