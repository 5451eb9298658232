import { createLog } from '../platform/log.js';
import { runCommand, withDatabase } from './command.js';
import { features } from '../features.js';
import { type ColumnRotation, rotateKeys, sealedColumnsOf } from '../secrets/sealed-columns.js';

/** `npm run rotate-keys`: encrypts stored secrets with the first ENCRYPTION_KEY. Exits with 1 when no key opens one. */
async function rotate(): Promise<void> {
  await withDatabase(createLog({ logLevel: 'warn' }), async (db, { encryptionKeys }) => {
    const rotations = await rotateKeys(db, encryptionKeys, sealedColumnsOf(features));
    for (const line of report(rotations)) console.log(line);
    if (rotations.some(({ unreadable }) => unreadable.length > 0)) process.exitCode = 1;
  });
}

function report(rotations: ColumnRotation[]): string[] {
  const unreadable = rotations.flatMap((rotation) => rotation.unreadable.map((key) => `  ${nameOf(rotation)} of ${key}`));
  return [
    ...rotations.map((rotation) => {
      const { resealed, alreadyCurrent } = rotation;
      return `${nameOf(rotation)}: ${resealed} encrypted again, ${alreadyCurrent} already under the first key`;
    }),
    ...(unreadable.length === 0
      ? ['Every secret is under the first key of ENCRYPTION_KEY: the others can be taken out.']
      : [
          'No key of ENCRYPTION_KEY opens these. Put the key that made them back behind the first and run this again:',
          ...unreadable,
        ]),
  ];
}

function nameOf({ table, column }: ColumnRotation): string {
  return `${table}.${column}`;
}

runCommand(rotate);
