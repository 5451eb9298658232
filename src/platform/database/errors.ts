import { Prisma } from '../../generated/prisma/client.js';

function isPrismaError(error: unknown, code: string): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;
}

/** A value that must be unique is taken. */
export function isUniqueViolation(error: unknown): boolean {
  return isPrismaError(error, 'P2002');
}

/** Another row still refers to this one, or this one refers to a row that is not there. */
export function isForeignKeyViolation(error: unknown): boolean {
  return isPrismaError(error, 'P2003');
}
