import fastifyMultipart, { type Multipart } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badField, DomainError } from '../platform/domain-error.js';

/** Of one request: each file, how many, and what its name is. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_FILES = 4;
const FIELD = 'file';

const LIMITS = {
  fileSize: MAX_FILE_BYTES,
  files: MAX_FILES,
  parts: MAX_FILES + 1,
  // Of what is no file no more than to say so.
  fields: 1,
  fieldSize: 1_024,
  fieldNameSize: 100,
  headerPairs: 20,
};

/** What the limits above are called when they are passed. */
const TOO_LARGE: Record<string, string> = {
  FST_REQ_FILE_TOO_LARGE: `A file must have at most ${MAX_FILE_BYTES} bytes.`,
  FST_FILES_LIMIT: `At most ${MAX_FILES} files are taken at once.`,
  FST_PARTS_LIMIT: `At most ${MAX_FILES} files are taken at once.`,
};

/** Lets routes of the scope take files, and no other body. */
export async function mountReceivedFiles(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(fastifyMultipart, { limits: LIMITS });
}

/** Refuses, before anything is read, a body of another type. */
export function requireMultipart({ headers }: FastifyRequest): void {
  if (!/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? ''))
    throw transportError(415, `Send the files as multipart/form-data, each as "${FIELD}".`);
}

/**
 * The files of a request once all of it has come, so that of one that breaks off there is nothing to undo. BAD_USER_INPUT: there is none,
 * something else, or no multipart. 413: over a limit.
 */
export async function receivedFiles(request: FastifyRequest): Promise<Buffer[]> {
  const files: Buffer[] = [];
  try {
    for await (const part of request.parts()) files.push(await bytesOf(part));
  } catch (error) {
    // What is still to come is passed over, or its sender would not read the answer.
    request.raw.unpipe();
    request.raw.resume();
    throw refusalOf(error);
  }
  if (files.length === 0) throw badField(FIELD, 'is required');
  return files;
}

async function bytesOf(part: Multipart): Promise<Buffer> {
  if (part.fieldname !== FIELD) throw badField(part.fieldname, `is not taken here: send files as "${FIELD}"`);
  if (part.type !== 'file') throw badField(FIELD, 'must be a file, with a file name');
  return part.toBuffer();
}

function refusalOf(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const { code = '' } = error as Partial<NodeJS.ErrnoException>;
  const tooLarge = TOO_LARGE[code];
  if (tooLarge !== undefined) return transportError(413, tooLarge);
  // The rest is what the parser makes of bytes that are no such body.
  return badField(FIELD, 'must come in a whole multipart/form-data body');
}

const transportError = (statusCode: number, message: string): Error => Object.assign(new Error(message), { statusCode });
