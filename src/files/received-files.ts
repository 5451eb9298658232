import fastifyMultipart, { type Multipart } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError, refuseField, textOf } from '../platform/domain-error.js';
import type { KeyedText } from '../platform/texts.js';

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_FILES = 4;
const FIELD = 'file';

const LIMITS = {
  fileSize: MAX_FILE_BYTES,
  files: MAX_FILES,
  parts: MAX_FILES + 1,
  // Enough to report that a field is not a file.
  fields: 1,
  fieldSize: 1_024,
  fieldNameSize: 100,
  headerPairs: 20,
};

const TOO_LARGE: Record<string, KeyedText> = {
  FST_REQ_FILE_TOO_LARGE: textOf('files.tooLarge', { most: MAX_FILE_BYTES }),
  FST_FILES_LIMIT: textOf('files.tooMany', { most: MAX_FILES }),
  FST_PARTS_LIMIT: textOf('files.tooMany', { most: MAX_FILES }),
};

export async function mountReceivedFiles(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(fastifyMultipart, { limits: LIMITS });
}

export function requireMultipart({ headers }: FastifyRequest): void {
  if (!/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? ''))
    throw transportError(415, textOf('files.sendMultipart', { field: FIELD }));
}

/** Reads the whole request first, so that nothing must be undone. BAD_USER_INPUT, or 413 over a limit. */
export async function receivedFiles(request: FastifyRequest): Promise<Buffer[]> {
  const files: Buffer[] = [];
  try {
    for await (const part of request.parts()) files.push(await bytesOf(part));
  } catch (error) {
    // The client reads no answer before the rest is consumed.
    request.raw.unpipe();
    request.raw.resume();
    throw refusalFor(error);
  }
  if (files.length === 0) throw refuseField(FIELD, 'platform.required');
  return files;
}

async function bytesOf(part: Multipart): Promise<Buffer> {
  if (part.fieldname !== FIELD) throw refuseField(part.fieldname, 'files.otherField', { field: FIELD });
  if (part.type !== 'file') throw refuseField(FIELD, 'files.file');
  return part.toBuffer();
}

function refusalFor(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const { code = '' } = error as Partial<NodeJS.ErrnoException>;
  const tooLarge = TOO_LARGE[code];
  if (tooLarge !== undefined) return transportError(413, tooLarge);
  return refuseField(FIELD, 'files.wholeBody');
}

const transportError = (statusCode: number, text: KeyedText): Error => Object.assign(new Error(text.key), { statusCode, text });
