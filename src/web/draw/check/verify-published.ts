import { parseManifest } from '../../../proof/draw-manifest.js';
import type { Proof } from '../../../proof/draw-proof.js';
import { parseJson } from '../../../proof/json.js';
import { checklist, ensure, type Step } from '../../../proof/steps.js';
import { KEPT_KINDS, type KeptVerification, verifyKept } from '../../../proof/verify-kept.js';
import { verifyProof } from '../../../proof/verify-proof.js';
import type { Published, Report } from './published.js';
import { sameHash } from './same-hash.js';

/**
 * Recomputes a draw from its proof and compares it with the page, and with what this browser kept, which may be any values. Every
 * fault is a step that fails.
 */
export function verifyPublished(bytes: ArrayBuffer, published: Published, values: readonly unknown[]): Omit<Report, 'tookMs'> {
  const reading = checklist();
  const proof = reading.check('file', () => {
    const value = parseJson(bytes);
    return { value, detail: `${bytes.byteLength} bytes of JSON` };
  });
  if (proof === undefined) return { ok: false, mode: null, isPublicChain: null, steps: reading.steps, kept: null };
  const verification = verifyProof(proof);
  const { manifest, isPublicChain, steps: recomputed } = verification;
  // Only this step shows that the value is a proof.
  const isProof = recomputed.some(({ step, ok }) => step === 'proof' && ok);
  const shown = isProof ? shownSteps(proof as Proof, published) : [];
  const kept = verifyKept(values, verification, published.prizes);
  const steps = [...reading.steps, ...recomputed, ...shown, ...keptSteps(kept)];
  return { ok: steps.every(({ ok }) => ok), mode: manifest?.mode ?? null, isPublicChain, steps, kept };
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
    const names = (['secretHash', 'quotaPrizesHash', 'boxesHash'] as const).filter(
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
  return steps;
}

/** One of each kind that was kept. */
function keptSteps(kept: KeptVerification): Step[] {
  const { steps, check } = checklist();
  const { blocks } = kept;
  const seen = blocks ? `; ${blocks.confirmed} of ${blocks.bound} were seen before the round that decided them` : '';
  for (const kind of KEPT_KINDS.filter((each) => kept[each].count > 0)) {
    const { count, steps: compared } = kept[kind];
    check(`kept: ${kind}`, () => {
      const broken = compared.find(({ ok }) => !ok);
      ensure(broken === undefined, `${broken?.step}: ${broken?.detail}`);
      ensure(compared.length > 0, 'the proof does not hold so far');
      const detail = count === 1 ? (compared.at(-1)?.detail ?? '') : `${count} are as this browser saw them`;
      return { value: true, detail: `${detail}${kind === 'receipts' ? seen : ''}` };
    });
  }
  return steps;
}
