/* Every request is answered within five seconds, or refused. Each wait below is a part of them. */

/** For a lock in Postgres. Longer than the second after which Postgres looks for deadlocks. */
export const LOCK_TIMEOUT_MS = 1_200;

/** For a connection, while all are in use or the server restarts, and for retries. */
export const CONNECTION_WAIT_MS = 3_700;

/** For a place in the queue of a contended row. */
export const QUEUE_WAIT_MS = 2_500;

/** For the reply to a batch of orders and to COMMIT. After it Postgres is asked for the outcome. */
export const ANSWER_MS = 3_000;
