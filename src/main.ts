import 'reflect-metadata';
import { banner } from './development/banner.js';
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
    if (stopping && signal === 'SIGINT') process.exit(1);
    if (stopping) return;
    stopping = true;
    log.info({ event: 'service.stop.begun', signal }, 'the service stops');
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error, event: 'service.stop.failed' }, 'the service did not stop cleanly');
        process.exit(1);
      },
    );
  };
  if (config.startedByNpm) {
    // npm's shell ends at a SIGTERM without passing it on: left alone, the service would run on as an orphan.
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) stop('SIGTERM');
    }, 500).unref();
  }
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** The likeliest first failure, in words. */
function portProblem(error: unknown): string | undefined {
  const { code, port } = error as { code?: string; port?: number };
  return code === 'EADDRINUSE' ? `Port ${port} is taken by another program: set PORT to a free one, or to 0 for any.` : undefined;
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : (portProblem(error) ?? error));
  process.exit(1);
});
