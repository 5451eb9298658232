import { toHex } from '../../../proof/bytes.js';
import { manifestHash } from '../../../proof/draw-manifest.js';
import { ensure } from '../../../proof/steps.js';

/** Throws `ProofProblem` when the manifest has another hash. */
export function sameHash(manifest: string, hash: string): string {
  const own = toHex(manifestHash(manifest));
  ensure(own === hash, `the manifest's hash is ${own}, it should be ${hash}`);
  return own;
}
