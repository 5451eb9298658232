import { Prisma } from '../../generated/prisma/client.js';
import pg from 'pg';

/** Errors of the network that came by a connection to Postgres: by themselves they look like those of any other call. */
const marked = new WeakSet<object>();

/** Notes that an error came from the database. */
export function markFromDatabase(error: unknown): void {
  if (typeof error === 'object' && error !== null) marked.add(error);
}

/** The same of what a call to the database rejects with. */
export async function askingDatabase<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    markFromDatabase(error);
    throw error;
  }
}

/** Whether an error is the database's own, or came by a connection to it. */
export function isFromDatabase(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return (
    marked.has(error)
    || error instanceof pg.DatabaseError
    || error instanceof Prisma.PrismaClientKnownRequestError
    || error instanceof Prisma.PrismaClientInitializationError
    || error.name === 'DriverAdapterError'
  );
}
