import type { Manifest } from './draw-manifest.js';
import { type KeptPromises, readPromises } from './kept.js';
import { checklist, ensure, type Step } from './steps.js';

export interface PromisesVerification {
  steps: Step[];
  /** Those that could be read. */
  read: KeptPromises[];
  /** Some are others, and were seen before the first sale. */
  haveChanged: boolean;
}

/** `titles`: those of the main prizes as a page shows them, which no manifest has. */
export function verifyPromises(
  values: readonly unknown[],
  manifest: Manifest,
  titles: readonly string[] | null,
): PromisesVerification {
  const { steps, check } = checklist();
  const read: KeptPromises[] = [];
  let haveChanged = false;
  for (const value of values) {
    check('promises', () => {
      const kept = readPromises(value, 'promises');
      ensure((kept.contest === null) === (kept.contestDate === null), 'a contest and its date come together');
      read.push(kept);
      const fault = faultOfPromises(kept, manifest) ?? (titles && faultOfTitles(kept, titles));
      if (fault === null)
        return { value: true, detail: `they are those of the manifest, with ${kept.leaves} leaves in the book` };
      ensure(kept.leaves === 0, `${fault}, though the book had ${kept.leaves} leaves`);
      haveChanged = true;
      return { value: true, detail: `seen before the first sale, when they could change: ${fault}` };
    });
  }
  return { steps, read, haveChanged };
}

const SAME = ['raffleId', 'mode', 'quotaQuantity', 'secretHash', 'quotaPrizesHash', 'boxesHash'] as const;

/** What differs, or null. */
export function faultOfPromises(
  kept: KeptPromises,
  manifest: Pick<Manifest, (typeof SAME)[number] | 'prizes' | 'contest' | 'contestDate'>,
): string | null {
  const other = SAME.find((name) => kept[name] !== manifest[name]);
  if (other) return `${other} was ${kept[other]}, now it is ${manifest[other]}`;
  const { length } = kept.prizes;
  if (length !== manifest.prizes) return `there were ${length} prizes, now there are ${manifest.prizes}`;
  const { contest, contestDate } = kept;
  if (contest === null || (contest === manifest.contest && contestDate === manifest.contestDate)) return null;
  // A raffle that was not frozen in time for its contest is drawn by a later one.
  if (contestDate !== null && manifest.contestDate !== null && contestDate < manifest.contestDate) return null;
  return `the contest was ${contest} of ${contestDate}, now it is ${manifest.contest} of ${manifest.contestDate}`;
}

export function faultOfTitles({ prizes }: KeptPromises, titles: readonly string[]): string | null {
  const isSame = prizes.length === titles.length && prizes.every((title, place) => title === titles[place]);
  return isSame ? null : `the prizes were ${prizes.join(', ')}; now they are ${titles.join(', ')}`;
}
