import { manifestHash, type Manifest } from './draw-manifest.js';
import type { Proof } from './draw-proof.js';
import { closePrizes } from './instant-close.js';
import { type Checklist, ensure, needed } from './steps.js';
import type { ReplayedPrizes } from './verify-instant-prizes.js';

/** `key` is undefined when the draw did not hold. */
export function checkClose(
  { check }: Checklist,
  proof: Proof,
  manifest: Manifest,
  replayed: ReplayedPrizes | undefined,
  key: Uint8Array | undefined,
): void {
  check('close', () => {
    const { boxPrizes, quotaPrizes, sentToClose } = needed(replayed, 'instant prizes');
    const closed = closePrizes({
      ...manifest,
      manifestHash: manifestHash(proof.manifest),
      boxPrizes,
      quotaPrizes,
      sentToClose,
      boxWins: (proof.boxes?.wins ?? []).map(([first, , prize, unit]) => ({ first, prize, unit })),
      quotaPrizeWins: (proof.quotaPrizes?.wins ?? []).map(([ordinal, prize]) => ({ ordinal, prize })),
      key: needed(key, 'the draw'),
    });
    const told = proof.closeWins;
    const wrong = closed.findIndex(({ prizeId, unit, ordinal }, at) => {
      const [toldPrize, toldUnit, toldOrdinal] = told[at] ?? [];
      return prizeId !== toldPrize || unit !== toldUnit || ordinal !== toldOrdinal;
    });
    ensure(wrong < 0, `closeWins[${wrong}] should be unit ${closed[wrong]?.unit} of prize ${closed[wrong]?.prizeId}`);
    ensure(closed.length === told.length, `the close draws ${closed.length} prizes, the proof has ${told.length}`);
    return { value: true, detail: `${closed.length} prizes that nobody holds are drawn among all who paid` };
  });
}
