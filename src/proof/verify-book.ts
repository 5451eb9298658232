import { type BookReplay, type Composition, isSameComposition, replayBook } from './book-replay.js';
import { toHex } from './bytes.js';
import { hasInstantPrizes, type Manifest } from './draw-manifest.js';
import type { Proof } from './draw-proof.js';
import { type ProofLeaves, readLeaves } from './proof-leaves.js';
import { type Checklist, ensure, needed } from './steps.js';

/** Of a proof whose leaves are those of the manifest. */
export interface VerifiedBook {
  leaves: ProofLeaves;
  replay: BookReplay;
  /** Of the first leaves. Cheap where sizes ascend. */
  compositionAt(size: number): Composition;
}

export function checkBook({ check }: Checklist, proof: Proof, manifest: Manifest): VerifiedBook | undefined {
  const isInstant = hasInstantPrizes(manifest);
  const leaves = check('book', () => {
    const value = readLeaves(proof.leaves);
    ensure(value.size === manifest.leaves, `the proof has ${value.size} leaves, the manifest ${manifest.leaves}`);
    const root = toHex(value.rootOf(value.size));
    ensure(root === manifest.bookRoot, `the root of its leaves is ${root}, the manifest's is ${manifest.bookRoot}`);
    return { value, detail: `${value.size} leaves, whose root is the manifest's: ${root}` };
  });
  const replay = check('book: blocks', () => {
    const read = needed(leaves, 'book');
    const value = advance(replayBook({ isInstant }), read, read.size);
    const { allocated, composition } = value;
    ensure(allocated === manifest.allocated, `the blocks end at ordinal ${allocated}, the manifest says ${manifest.allocated}`);
    const voided = value.voided();
    ensure(
      JSON.stringify(voided) === JSON.stringify(manifest.voided),
      `the manifest's voided ordinals are not those of the leaves`,
    );
    const { pix, byHand, free, givenBack } = composition;
    const paid = `${pix} quotas paid by PIX, ${byHand} by hand, ${free} free, ${givenBack} given back`;
    ensure(isSameComposition(composition, manifest.composition), `the leaves say ${paid}; the manifest's composition differs`);
    return { value, detail: `they tile ordinals 0 to ${allocated - 1}: ${paid}` };
  });
  return leaves && replay && { leaves, replay, compositionAt: compositions(leaves, isInstant) };
}

/** Up to its first `size` leaves. */
function advance(replay: BookReplay, leaves: ProofLeaves, size: number): BookReplay {
  while (replay.size < size) replay.add(leaves.at(replay.size));
  return replay;
}

function compositions(leaves: ProofLeaves, isInstant: boolean): VerifiedBook['compositionAt'] {
  let replay = replayBook({ isInstant });
  return (size) => {
    if (size < replay.size) replay = replayBook({ isInstant });
    return advance(replay, leaves, size).composition;
  };
}
