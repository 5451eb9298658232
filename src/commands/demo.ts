import 'reflect-metadata';
import { ConfigError, readConfig } from '../config.js';
import { findRunning } from '../development/running-service.js';
import { createLog } from '../platform/log.js';
import { startService } from '../start.js';
import { say } from './demo-client.js';
import { drawARaffle } from './demo-draw.js';
import { sell } from './demo-sale.js';

/** `npm run demo`: one sale and one draw told step by step, against the service that is running or one started for it. */
async function demo(): Promise<void> {
  const config = readConfig();
  if (config.production) throw new Error('The demo buys from the development raffle: it does not run in production.');
  const running = await findRunning(config.dataDir);
  say(running ? `Using the service that runs on ${running.url}.` : 'No service is running: starting one for the demo.');
  const service = running ?? (await startService(config, createLog({ logLevel: 'warn' })));
  try {
    const { url, sandboxUrl = '' } = service;
    const buyer = await sell(url, sandboxUrl);
    await drawARaffle(url, buyer, config.admin);
  } finally {
    if ('stop' in service) await service.stop();
  }
}

demo().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof ConfigError || error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
