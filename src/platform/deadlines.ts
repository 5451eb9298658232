/*
 * Whoever asks for something is answered within five seconds, or told that it is not done: what has to wait waits half of that here,
 * and what was sent to Postgres is held up by others no longer than the other half.
 */

/** For a turn, for a connection, for a server that restarts: counted from when it was asked for, whatever it waits for. */
export const WAIT_MS = 2_500;

/**
 * For a lock in Postgres. A row is waited for twice, behind those who came first and then for whoever holds it. Longer than the second
 * after which Postgres looks for deadlocks, which are mended by trying again.
 */
export const LOCK_TIMEOUT_MS = 1_200;

/** For the reply of a statement that others may hold up, when the server has fallen silent. */
export const ANSWER_MS = 3_000;
