import { verifyInclusions, verifyPublished } from './verify-published.js';
import type { Work } from './run-in-worker.js';

addEventListener('message', ({ data: work }: MessageEvent<Work>) => {
  if (work.kind === 'inclusions') return postMessage(verifyInclusions(work.manifest, work.manifestHash, work.inclusions));
  const begun = performance.now();
  const verification = verifyPublished(work.proof, work.published);
  postMessage({ ...verification, tookMs: performance.now() - begun });
});
