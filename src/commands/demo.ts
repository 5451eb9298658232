import 'reflect-metadata';
import { ConfigError, readConfig } from '../config.js';
import { createLog } from '../platform/log.js';
import { startService } from '../start.js';
import { say } from './demo-client.js';
import { drawARaffle } from './demo-draw.js';
import { sell } from './demo-sale.js';

/** `npm run demo`: one sale and one draw told step by step, against the service that is running or one started for it. */
async function demo(): Promise<void> {
  const config = readConfig();
  if (config.production) throw new Error('The demo buys from the development raffle: it does not run in production.');
  const running = `http://127.0.0.1:${config.port}`;
  const isRunning = await fetch(`${running}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
  say(isRunning ? `Using the service that runs on ${running}.` : 'No service is running: starting one for the demo.');
  const service = isRunning ? undefined : await startService(config, createLog({ logLevel: 'warn' }));
  try {
    const url = service?.url ?? running;
    const buyer = await sell(url, service?.sandboxUrl ?? `http://127.0.0.1:${config.sandboxPort}`);
    await drawARaffle(url, buyer, config.admin);
  } finally {
    await service?.stop();
  }
}

demo().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof ConfigError || error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
