import { runCommand } from './cleanup.js';
import { benchDraw, usage as drawUsage } from './draw/bench-draw.js';
import { benchExport, usage as exportUsage } from './export/bench-export.js';
import { benchMemory, usage as memoryUsage } from './memory/bench-memory.js';
import { benchMetrics, usage as metricsUsage } from './metrics/bench-metrics.js';
import { benchOrders, usage as ordersUsage } from './orders/bench-orders.js';
import { benchPeers, usage as peersUsage } from './peers/bench-peers.js';
import { benchPrizes, usage as prizesUsage } from './prizes/bench-prizes.js';
import { benchReads, usage as readsUsage } from './reads/bench-reads.js';
import { benchStart, usage as startUsage } from './start/bench-start.js';
import { benchSettle, usage as settleUsage } from './settle/bench-settle.js';
import { benchSubscriptions, usage as subscriptionsUsage } from './subscriptions/bench-subscriptions.js';
import { benchWebhooks, usage as webhooksUsage } from './webhooks/bench-webhooks.js';

const BENCHES = new Map([
  ['draw', benchDraw],
  ['export', benchExport],
  ['memory', benchMemory],
  ['metrics', benchMetrics],
  ['orders', benchOrders],
  ['prizes', benchPrizes],
  ['reads', benchReads],
  ['peers', benchPeers],
  ['start', benchStart],
  ['settle', benchSettle],
  ['subscriptions', benchSubscriptions],
  ['webhooks', benchWebhooks],
]);

const [name = '', ...args] = process.argv.slice(2);
const bench = BENCHES.get(name);
if (!bench || args.includes('--help')) {
  const usages = [
    drawUsage,
    exportUsage,
    memoryUsage,
    metricsUsage,
    ordersUsage,
    peersUsage,
    prizesUsage,
    readsUsage,
    settleUsage,
    startUsage,
    subscriptionsUsage,
    webhooksUsage,
  ];
  console.log(`npm run bench -- <name>\n\n${usages.join('\n\n')}`);
  process.exit(bench ? 0 : 1);
}

await runCommand((cleanup) => bench(args, cleanup));
