import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Prisma } from '../../src/generated/prisma/client.js';

export function anUploadedFile(uploadedBy: string): Prisma.UploadedFileUncheckedCreateInput {
  return {
    id: uuidv7(),
    name: randomBytes(16).toString('base64url'),
    sha256: randomBytes(32),
    width: 1280,
    height: 960,
    bytes: 200_000,
    uploadedBy,
  };
}
