import 'reflect-metadata';
import { banner } from './banner.js';
import { ConfigError, readConfig } from './config.js';
import { createLog } from './platform/log.js';
import { startService } from './start.js';

const STOP_TIMEOUT_MS = 25_000;

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config);
  const service = await startService(config, log);
  console.log(banner(config, service));

  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    // A second Ctrl-C means now.
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the service did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
