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
      read.push(kept);
      const fault = faultOf(kept, manifest) ?? (titles && faultOfTitles(kept, titles));
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

function faultOf(kept: KeptPromises, manifest: Manifest): string | null {
  const other = SAME.find((name) => kept[name] !== manifest[name]);
  if (other) return `${other} was ${kept[other]}, the manifest's is ${manifest[other]}`;
  const { length } = kept.prizes;
  if (length !== manifest.prizes) return `there were ${length} prizes, the manifest has ${manifest.prizes}`;
  const { contest, contestDate } = kept;
  if (contest === null || (contest === manifest.contest && contestDate === manifest.contestDate)) return null;
  // A raffle that was not frozen in time for its contest is drawn by a later one.
  if (contestDate !== null && manifest.contestDate !== null && contestDate < manifest.contestDate) return null;
  return `the contest was ${contest} of ${contestDate}, the manifest's is ${manifest.contest} of ${manifest.contestDate}`;
}

function faultOfTitles({ prizes }: KeptPromises, titles: readonly string[]): string | null {
  const isSame = prizes.length === titles.length && prizes.every((title, place) => title === titles[place]);
  return isSame ? null : `the prizes were ${prizes.join(', ')}; now they are ${titles.join(', ')}`;
}
