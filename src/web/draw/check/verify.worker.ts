import type { Work } from './run-in-worker.js';
import { verifyOwnOrder } from './verify-own-order.js';
import { verifyPublished } from './verify-published.js';

addEventListener('message', ({ data: work }: MessageEvent<Work>) => {
  if (work.kind === 'order') return postMessage(verifyOwnOrder(work.manifest, work.manifestHash, work.order));
  const begun = performance.now();
  const verification = verifyPublished(work.proof, work.published, work.kept);
  postMessage({ ...verification, tookMs: performance.now() - begun });
});
