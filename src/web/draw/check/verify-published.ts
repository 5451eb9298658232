import { toHex } from '../../../proof/bytes.js';
import { manifestHash, parseManifest } from '../../../proof/manifest.js';
import type { Proof } from '../../../proof/proof.js';
import { checklist, ensure, type Step } from '../../../proof/steps.js';
import { verifyDraw, verifyInclusion } from '../../../proof/verify-draw.js';
import type { Published, Report } from './published.js';

/** Recomputes a draw from its proof and compares it with the page. Every fault is a step that fails. */
export function verifyPublished(bytes: ArrayBuffer, published: Published): Omit<Report, 'tookMs'> {
  const reading = checklist();
  const proof = reading.check('file', () => {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return { value, detail: `${bytes.byteLength} bytes of JSON` };
  });
  if (proof === undefined) return { ok: false, isPublicChain: null, steps: reading.steps };
  const { isPublicChain, steps: recomputed } = verifyDraw(proof);
  // Only this step shows that the value is a proof.
  const isProof = recomputed.some(({ step, ok }) => step === 'proof' && ok);
  const shown = isProof ? shownSteps(proof as Proof, published) : [];
  const steps = [...reading.steps, ...recomputed, ...shown];
  return { ok: steps.every(({ ok }) => ok), isPublicChain, steps };
}

/** Checks whether orders are in the frozen manifest, one step each. `inclusions` may be any value. */
export function verifyInclusions(manifest: string, published: string, inclusions: readonly unknown[]): Step[] {
  const { steps, check } = checklist();
  check('shown: manifest', () => ({ value: true, detail: sameHash(manifest, published) }));
  return steps.every(({ ok }) => ok) ? inclusions.map((one) => verifyInclusion(manifest, one)) : inclusions.map(() => steps[0]!);
}

/** A proof can be valid and belong to another draw: compare it with the page. */
function shownSteps({ manifest: text, winners, federal }: Proof, published: Published): Step[] {
  const { steps, check } = checklist();
  check('shown: manifest', () => ({ value: true, detail: sameHash(text, published.manifestHash) }));
  check('shown: raffle', () => {
    const { raffleId } = parseManifest(text);
    ensure(raffleId === published.raffleId, `the proof is of raffle ${raffleId}, the page of ${published.raffleId}`);
    return { value: true, detail: raffleId };
  });
  check('shown: promises', () => {
    const manifest = parseManifest(text);
    const names = (['secretHash', 'quotaPrizesHash', 'boxesHash', 'boxSeedHash'] as const).filter(
      (name) => published[name] !== null || manifest[name] !== null,
    );
    for (const name of names)
      ensure(manifest[name] === published[name], `the manifest's ${name} is ${manifest[name]}, the page has ${published[name]}`);
    return { value: true, detail: names.join(', ') };
  });
  check('shown: winners', () => {
    const claimed = winners.map(({ prize, number }) => `${prize}: ${number}`).join(', ');
    const shown = published.winners.map(({ position, luckyNumber }) => `${position}: ${luckyNumber}`).join(', ');
    ensure(claimed === shown, `the proof has ${claimed || 'none'}, the page ${shown || 'none'}`);
    return { value: true, detail: shown || 'none' };
  });
  if (published.results.length > 0) {
    check('shown: results', () => {
      const claimed = federal?.results.join(', ') ?? 'none';
      ensure(claimed === published.results.join(', '), `the proof has ${claimed}, the page ${published.results.join(', ')}`);
      return { value: true, detail: claimed };
    });
  }
  const { keptHash } = published;
  if (keptHash !== undefined) check('kept', () => ({ value: true, detail: sameHash(text, keptHash) }));
  return steps;
}

function sameHash(manifest: string, hash: string): string {
  const own = toHex(manifestHash(manifest));
  ensure(own === hash, `the manifest's hash is ${own}, it should be ${hash}`);
  return own;
}
