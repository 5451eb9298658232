import { parseManifest } from '../../../proof/draw-manifest.js';
import type { Proof } from '../../../proof/draw-proof.js';
import { checklist, ensure, needed, type Step } from '../../../proof/steps.js';
import { type VerifiedSale, verifyProof } from '../../../proof/verify-proof.js';
import { verifyReceipt } from '../../../proof/verify-receipt.js';
import type { Published, Report } from './published.js';
import { sameHash } from './same-hash.js';

/**
 * Recomputes a draw from its proof and compares it with the page, and with the receipts that this browser kept, which may be any
 * values. Every fault is a step that fails.
 */
export function verifyPublished(bytes: ArrayBuffer, published: Published, receipts: readonly unknown[]): Omit<Report, 'tookMs'> {
  const reading = checklist();
  const proof = reading.check('file', () => {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return { value, detail: `${bytes.byteLength} bytes of JSON` };
  });
  if (proof === undefined) return { ok: false, isPublicChain: null, steps: reading.steps };
  const { isPublicChain, steps: recomputed, sale } = verifyProof(proof);
  // Only this step shows that the value is a proof.
  const isProof = recomputed.some(({ step, ok }) => step === 'proof' && ok);
  const shown = isProof ? shownSteps(proof as Proof, published) : [];
  const steps = [...reading.steps, ...recomputed, ...shown, ...keptSteps(sale, receipts)];
  return { ok: steps.every(({ ok }) => ok), isPublicChain, steps };
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
  const { keptHash } = published;
  if (keptHash !== undefined) check('kept', () => ({ value: true, detail: sameHash(text, keptHash) }));
  return steps;
}

function keptSteps(sale: VerifiedSale | null, receipts: readonly unknown[]): Step[] {
  const { steps, check } = checklist();
  if (receipts.length === 0) return steps;
  check('kept: receipts', () => {
    const book = needed(sale ?? undefined, 'book: blocks');
    const verified = receipts.map((receipt) => verifyReceipt(receipt, book));
    const broken = verified.flatMap((one) => one.steps).find(({ ok }) => !ok);
    ensure(broken === undefined, `${broken?.step}: ${broken?.detail}`);
    const bound = verified.filter(({ isConfirmed }) => isConfirmed !== null).length;
    const seen = verified.filter(({ isConfirmed }) => isConfirmed).length;
    const rounds = bound === 0 ? '' : `; ${seen} of ${bound} blocks were seen here before the round that decided them`;
    return { value: true, detail: `${receipts.length} blocks stand in the book as this browser saw them${rounds}` };
  });
  return steps;
}
