/* Every request is answered within five seconds, or refused. Each wait below is a part of them. */

export const LOCK_TIMEOUT_MS = 1_200;

export const CONNECTION_WAIT_MS = 3_700;

/**
 * Behind a pooler, which gives out a connection of PostgreSQL only with the first statement: for that, and for the answer to a statement of
 * its own. Counted from the request.
 */
export const POOLED_ANSWER_MS = 4_500;

export const QUEUE_WAIT_MS = 2_500;

/** For the reply to a batch of orders and to COMMIT. After it Postgres is asked for the outcome. */
export const ANSWER_MS = 3_000;
