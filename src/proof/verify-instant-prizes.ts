import { boxesFor, boxesHash, combosFault } from './box-prizes.js';
import { hasInstantPrizes, type Manifest } from './draw-manifest.js';
import type { Proof } from './draw-proof.js';
import { createInstantDecider, type InstantRaffle } from './instant-decider.js';
import { parseLuckyNumber } from './permutation.js';
import { quotaPrizesHash } from './quota-prize-list.js';
import { shareWithoutRoom } from './quota-prize-room.js';
import { type Checklist, ensure, needed, ProofProblem } from './steps.js';
import type { VerifiedBook } from './verify-book.js';

/** What the raffle published before the first sale. */
export interface PublishedPrizes {
  boxes: Proof['boxes'];
  /** With its number as a number. */
  quotaPrizes: { id: string; number: number; releaseAt: number; isLocked: boolean }[];
}

/** Undefined when a list does not hold. */
export function checkPublished({ check }: Checklist, proof: Proof, manifest: Manifest): PublishedPrizes | undefined {
  const { boxes, quotaPrizes } = proof;
  const published: PublishedPrizes = { boxes, quotaPrizes: [] };
  let isWhole = true;
  if (manifest.quotaPrizesHash !== null || quotaPrizes) {
    const read = check('quota prizes', () => {
      const list = sectionOf(quotaPrizes, manifest.quotaPrizesHash, 'quota prizes');
      const hash = quotaPrizesHash({ salt: list.salt, prizes: list.prizes });
      ensure(hash === manifest.quotaPrizesHash, `their hash is ${hash}, the manifest's is ${manifest.quotaPrizesHash}`);
      const value = quotaPrizesOf(list.prizes, manifest.quotaQuantity);
      return { value, detail: `${value.length}, whose hash was public from the beginning: ${hash}` };
    });
    published.quotaPrizes = read ?? [];
    isWhole &&= read !== undefined;
  }
  if (manifest.boxesHash !== null || boxes) {
    const read = check('boxes', () => {
      const { prizes, combos, cumulative } = sectionOf(boxes, manifest.boxesHash, 'boxes');
      const hash = boxesHash(prizes, combos, cumulative);
      ensure(hash === manifest.boxesHash, `the hash of boxes is ${hash}, the manifest's is ${manifest.boxesHash}`);
      const fault = combosFault(combos, cumulative);
      if (fault !== null) throw new ProofProblem(fault);
      return { value: true, detail: `${prizes.length} prizes, whose hash was public from the beginning: ${hash}` };
    });
    isWhole &&= read !== undefined;
  }
  return isWhole ? published : undefined;
}

function sectionOf<Section>(section: Section | undefined, hash: string | null, name: string): Section {
  if (hash === null) throw new ProofProblem(`the manifest has no hash of ${name}: none were published`);
  if (section === undefined) throw new ProofProblem(`the raffle had ${name}, and the proof has none`);
  return section;
}

function quotaPrizesOf(prizes: NonNullable<Proof['quotaPrizes']>['prizes'], quotas: number): PublishedPrizes['quotaPrizes'] {
  const read = prizes.map(({ id, number, releaseAt, isLocked }) => {
    const parsed = parseLuckyNumber(number, quotas);
    if (parsed === undefined) throw new ProofProblem(`${number} is no lucky number of this raffle`);
    return { id, number: parsed, releaseAt, isLocked };
  });
  ensure(new Set(read.map(({ number }) => number)).size === read.length, 'two quota prizes have the same number');
  ensure(shareWithoutRoom(read, quotas, 0) === null, 'there are fewer quotas than prizes that are not to be won before them');
  return read;
}

/** Every block has the boxes of its order's quotas. */
export function checkCombos({ check }: Checklist, published: PublishedPrizes | undefined, book: VerifiedBook | undefined): void {
  check('boxes of orders', () => {
    const { boxes } = needed(published, 'boxes');
    const { leaves } = needed(book, 'book: blocks');
    let all = 0;
    for (let index = 0; index < leaves.size; index++) {
      const leaf = leaves.at(index);
      if (leaf.type !== 'BLOCK') continue;
      const due = boxes ? boxesFor(boxes.combos, boxes.cumulative, leaf.count) : 0;
      ensure(leaf.boxes === due, `leaf ${index} has ${leaf.boxes} boxes, due are ${due}`);
      all += due;
    }
    return { value: true, detail: `${all}, as the combos say` };
  });
}

/** What the rounds decided. */
export interface ReplayedPrizes {
  quotaPrizes: PublishedPrizes['quotaPrizes'];
  boxPrizes: InstantRaffle['boxPrizes'];
  sentToClose: ReadonlySet<string>;
}

/** Replays all blocks, and compares with what the proof says they won. */
export function checkInstantPrizes(
  { check }: Checklist,
  proof: Proof,
  manifest: Manifest,
  published: PublishedPrizes | undefined,
  book: VerifiedBook | undefined,
  rounds: ReadonlyMap<number, Uint8Array> | undefined,
): ReplayedPrizes | undefined {
  const { raffleId, quotaQuantity, sellable } = manifest;
  if (!hasInstantPrizes(manifest)) {
    check('for sale', () => {
      ensure(sellable === quotaQuantity, `${quotaQuantity} quotas are for sale, the manifest says ${sellable}`);
      return { value: true, detail: `all ${quotaQuantity} quotas` };
    });
    return undefined;
  }
  return check('instant prizes', () => {
    const { quotaPrizes, boxes } = needed(published, 'boxes or quota prizes');
    const { leaves } = needed(book, 'book: blocks');
    const randomness = needed(rounds, 'rounds of blocks');
    const boxPrizes = boxes?.prizes ?? [];
    const decider = createInstantDecider({ raffleId, quotas: quotaQuantity, quotaPrizes, boxPrizes });
    const sentToClose = new Set<string>();
    const quotaPrizeWins = inOrder(proof.quotaPrizes?.wins ?? [], 'quotaPrizes.wins');
    const boxWins = inOrder(boxes?.wins ?? [], 'boxes.wins');
    for (let index = 0; index < leaves.size; index++) {
      const leaf = leaves.at(index);
      if (leaf.type === 'TO_CLOSE') {
        const { prizeId, ordinal } = leaf;
        decider.sendToClose(prizeId);
        sentToClose.add(prizeId);
        const now = quotaPrizes.map((prize) => ({ ...prize, isLocked: prize.isLocked || sentToClose.has(prize.id) }));
        ensure(shareWithoutRoom(now, quotaQuantity, ordinal) === null, `leaf ${index} leaves too few quotas for other prizes`);
      }
      if (leaf.type !== 'BLOCK') continue;
      const won = decider.decide(leaf, randomness.get(leaf.round)!);
      for (const { ordinal, prize } of won.quotaPrizeWins) quotaPrizeWins.next([ordinal, prize]);
      for (const { box, prize, unit } of won.boxWins) boxWins.next([leaf.first, box, prize, unit]);
    }
    quotaPrizeWins.end();
    boxWins.end();
    ensure(decider.forSale === sellable, `${decider.forSale} quotas are for sale, the manifest says ${sellable}`);
    const detail = `${proof.quotaPrizes?.wins.length ?? 0} quota prizes and ${boxes?.wins.length ?? 0} boxes won, as the rounds decided`;
    return { value: { quotaPrizes, boxPrizes, sentToClose }, detail };
  });
}

/** Throws `ProofProblem` at the first difference. */
function inOrder(told: readonly (readonly number[])[], name: string) {
  let at = 0;
  return {
    next(win: readonly number[]): void {
      const other = told[at];
      ensure(
        other !== undefined && win.every((value, i) => value === other[i]),
        `${name}[${at}] is ${other ? `[${other.join()}]` : 'missing'}, it should be [${win.join()}]`,
      );
      at += 1;
    },
    end: (): void => ensure(at === told.length, `${name} has ${told.length} wins, ${at} were won`),
  };
}
