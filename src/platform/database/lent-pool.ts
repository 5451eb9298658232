import pg from 'pg';
import type { Connections, Query } from './connections.js';
import type { Tracer } from '../tracer.js';
import { prismaStepName, STATEMENT_STEP } from './statement-step.js';
import { isRead } from './statement-text.js';

/** What Prisma takes for its pool: its statements go the way of ours. */
export function lenderOf(connections: Connections, tracer: Tracer): pg.Pool {
  const lender = new pg.Pool();
  lender.query = ((query: Query) =>
    tracer.step(
      () => prismaStepName(query.text),
      STATEMENT_STEP,
      () => connections.send(query, isRead(query.text)),
    )) as unknown as typeof lender.query;
  lender.connect = (() => connections.connect()) as typeof lender.connect;
  return lender;
}
