/*
 * Whoever asks for something is answered within five seconds, or told that it is not done: what has to wait waits here for a part of
 * them, and what was sent to Postgres is held up there by others for no longer than the rest.
 */

/**
 * For a lock in Postgres. Longer than the second after which Postgres looks for deadlocks, which are mended by trying again. A row that
 * several wait for takes each of them twice as long: behind those who came first, then for whoever holds it.
 */
export const LOCK_TIMEOUT_MS = 1_200;

/** For a connection, be it that all are lent or that the server restarts; and for as long what failed is begun again. */
export const CONNECTION_WAIT_MS = 3_700;

/** For a turn at a row that many want, until what is wanted of it has been sent. */
export const QUEUE_WAIT_MS = 2_500;

/** For the reply to a batch of orders and to a COMMIT, which may have been done whatever the reply: after it that is asked. */
export const ANSWER_MS = 3_000;
