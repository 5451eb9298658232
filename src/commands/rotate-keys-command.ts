import { readConfig } from '../config.js';
import { openDatabase } from '../platform/database/database.js';
import { createLog } from '../platform/log.js';
import { openCommandDatabase, runCommand } from './command.js';
import { features } from '../features.js';
import { type ColumnRotation, rotateKeys, sealedColumnsOf } from '../secrets/sealed-columns.js';

const CONNECTIONS = 2;

/**
 * `npm run rotate-keys`: encrypts every stored secret with the first key of ENCRYPTION_KEY and prints a report. Exits with 1 when
 * no key opens some secret.
 */
async function rotate(): Promise<void> {
  const config = readConfig();
  const log = createLog({ logLevel: 'warn' });
  const database = await openCommandDatabase(config, log);
  const db = openDatabase({
    url: database.url,
    poolSize: CONNECTIONS,
    preparedStatements: config.preparedStatements,
    onError: (error) => log.warn({ err: error, event: 'database.connection.failed' }, 'a database connection failed'),
  });
  try {
    const rotations = await rotateKeys(db, config.encryptionKeys, sealedColumnsOf(features));
    for (const line of report(rotations)) console.log(line);
    if (rotations.some(({ unreadable }) => unreadable.length > 0)) process.exitCode = 1;
  } finally {
    await db.close();
    await database.close();
  }
}

function report(rotations: ColumnRotation[]): string[] {
  const unreadable = rotations.flatMap((rotation) => rotation.unreadable.map((key) => `  ${nameOf(rotation)} of ${key}`));
  return [
    ...rotations.map((rotation) => {
      const { sealedAnew, alreadyCurrent } = rotation;
      return `${nameOf(rotation)}: ${sealedAnew} sealed anew, ${alreadyCurrent} already under the first key`;
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
