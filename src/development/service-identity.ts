import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';

/**
 * What a service is known by to the development bank, the same in each of its processes: its database, without who logs in there, or
 * where that is its own, the folder of its data.
 */
export function serviceIdentity({ databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string }): string {
  return createHash('sha256')
    .update(databaseUrl ? placeOf(databaseUrl) : realpathSync(dataDir))
    .digest('hex')
    .slice(0, 32);
}

function placeOf(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return [hostname === 'localhost' ? '127.0.0.1' : hostname, port || '5432', pathname].join(' ');
}
