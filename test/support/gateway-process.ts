import 'reflect-metadata';
import type { Config } from '../../src/config.js';
import { expireOrders } from '../../src/orders/order-expiry.js';
import { createLog } from '../../src/platform/log.js';
import { startServer } from '../../src/server.js';

/*
 * A process of its own that runs a gateway: it is sent a configuration, answers with the URL, expires orders when it is
 * told to, says how much CPU it has used, and stops when its parent lets go of it.
 */
type Message =
  | { start: Omit<Config, 'encryptionKeys'> & { databaseUrl: string; encryptionKeys: string[] } }
  | { expireOrders: number }
  | { cpuUsage: number };

let server: Awaited<ReturnType<typeof startServer>> | undefined;

async function handle(message: Message): Promise<void> {
  if ('start' in message) {
    const config = { ...message.start, encryptionKeys: message.start.encryptionKeys.map((key) => Buffer.from(key, 'base64')) };
    server = await startServer(config, createLog(config));
    process.send?.({ url: server.url });
  } else if ('cpuUsage' in message) {
    process.send?.({ answerTo: message.cpuUsage, cpuUsage: process.cpuUsage() });
  } else if (server) {
    const ended = await expireOrders(server.app);
    process.send?.({ answerTo: message.expireOrders, ended });
  }
}

process.on('message', (message: Message) => void handle(message));
process.once('disconnect', () => void server?.stop().then(() => process.exit(0)));
