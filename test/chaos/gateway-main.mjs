/*
 * The service as production runs it, but for the beacon: production refuses the development beacon, whose key is known, and no other has
 * rounds without a network.
 */
import 'reflect-metadata';
import { readConfig } from '../../dist/config.js';
import { banner } from '../../dist/development/banner.js';
import { createLog } from '../../dist/platform/log.js';
import { startService } from '../../dist/start.js';

const config = { ...readConfig(), beacon: { chain: 'development', hosts: [process.env.DEVELOPMENT_BEACON] } };
const stopping = new AbortController();
const starting = startService(config, createLog(config), stopping.signal);
process.once('SIGTERM', () => {
  stopping.abort();
  void starting.then((service) => service.stop()).finally(() => process.exit());
});
console.log(banner(config, await starting));
