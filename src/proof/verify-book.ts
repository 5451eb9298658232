import { type BookReplay, replayBook } from './book-replay.js';
import { toHex } from './bytes.js';
import { hasInstantPrizes, type Manifest } from './draw-manifest.js';
import type { Proof } from './draw-proof.js';
import { type ProofLeaves, readLeaves } from './proof-leaves.js';
import { type Checklist, ensure, needed } from './steps.js';

/** Of a proof whose leaves are those of the manifest. */
export interface VerifiedBook {
  leaves: ProofLeaves;
  replay: BookReplay;
}

export function checkBook({ check }: Checklist, proof: Proof, manifest: Manifest): VerifiedBook | undefined {
  const leaves = check('book', () => {
    const value = readLeaves(proof.leaves);
    ensure(value.size === manifest.leaves, `the proof has ${value.size} leaves, the manifest ${manifest.leaves}`);
    const root = toHex(value.rootOf(value.size));
    ensure(root === manifest.bookRoot, `the root of its leaves is ${root}, the manifest's is ${manifest.bookRoot}`);
    return { value, detail: `${value.size} leaves, whose root is the manifest's: ${root}` };
  });
  const replay = check('book: blocks', () => {
    const value = replayed(needed(leaves, 'book'), hasInstantPrizes(manifest));
    const { allocated, composition } = value;
    ensure(allocated === manifest.allocated, `the blocks end at ordinal ${allocated}, the manifest says ${manifest.allocated}`);
    const voided = value.voided();
    ensure(
      JSON.stringify(voided) === JSON.stringify(manifest.voided),
      `the manifest's voided ordinals are not those of the leaves`,
    );
    const { pix, byHand, free, givenBack } = composition;
    const told = manifest.composition;
    const isSame = pix === told.pix && byHand === told.byHand && free === told.free && givenBack === told.givenBack;
    const paid = `${pix} quotas paid by PIX, ${byHand} by hand, ${free} free, ${givenBack} given back`;
    ensure(isSame, `the leaves say ${paid}; the manifest's composition differs`);
    return { value, detail: `they tile ordinals 0 to ${allocated - 1}: ${paid}` };
  });
  return leaves && replay && { leaves, replay };
}

function replayed(leaves: ProofLeaves, isInstant: boolean): BookReplay {
  const replay = replayBook({ isInstant });
  for (let index = 0; index < leaves.size; index++) replay.add(leaves.at(index));
  return replay;
}
