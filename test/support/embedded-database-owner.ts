import { pino } from 'pino';
import { startEmbeddedDatabase } from '../../src/platform/embedded-postgres/embedded-database.js';

/*
 * A process of its own that starts the embedded database in the folder of its first argument, prints the URL and stays until
 * it is ended.
 */
const { url } = await startEmbeddedDatabase({
  dataDir: process.argv[2] ?? '',
  log: pino({ level: 'silent' }),
  settings: { fsync: 'off' },
});
console.log(url);
setInterval(() => undefined, 60_000);
