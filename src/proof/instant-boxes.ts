import { bandOwners, type BoxPrize } from './box-prizes.js';
import { instantStream } from './instant-stream.js';
import { type Mac, OUTCOMES, takeFree } from './random.js';
import type { UnitsInPlay } from './units-in-play.js';

const LABEL = 'raffle-gateway boxes v2';

/** `prize` is its place in the order of creation. */
export interface BoxUnit {
  prize: number;
  unit: number;
}

export interface InstantBoxWin extends BoxUnit {
  box: number;
}

export interface BoxDecision {
  /** By box. */
  wins: InstantBoxWin[];
  /** Units that came out where no box was free. */
  toClose: BoxUnit[];
}

interface BoxRaffle {
  raffleId: string;
  prizes: readonly BoxPrize[];
  shares: readonly number[];
  /** Of ALEATORIO prizes. */
  inPlay: UnitsInPlay;
  /** By prize, which units came out: [0, that). Changes with each decision. */
  out: number[];
  isAtClose: (prize: number) => boolean;
}

export interface BoxDecider {
  decide(block: { first: number; count: number; boxes: number }, forSale: number, mac: Mac): BoxDecision;
}

/** As README.md describes. */
export function boxDecider({ raffleId, prizes, shares, inPlay, out, isAtClose }: BoxRaffle): BoxDecider {
  const stream = instantStream(LABEL, raffleId);
  const rolled = prizes.flatMap(({ mode }, prize) => (mode === 'PORCENTAGEM' ? [prize] : []));
  const bands = rolled.length === 0 ? [] : bandOwners(prizes);
  const gives = (prize: number, first: number): boolean =>
    out[prize]! < prizes[prize]!.quantity && shares[prize]! <= first && !isAtClose(prize);

  return {
    decide({ first, count, boxes }, forSale, mac) {
      const wins: InstantBoxWin[] = [];
      const toClose: BoxUnit[] = [];
      const taken: number[] = [];
      stream.start(mac, first);
      for (let ordinal = first; ordinal < first + count; ordinal++) {
        inPlay.reach(ordinal);
        const { total } = inPlay;
        if (total === 0) continue;
        const drawn = stream.next(forSale - ordinal);
        if (drawn >= total) continue;
        const prize = inPlay.take(drawn);
        const unit = out[prize]!++;
        const free = boxes - taken.length;
        if (free === 0) toClose.push({ prize, unit });
        else wins.push({ box: takeFree(taken, stream.next(free)), prize, unit });
      }
      // Nothing else is drawn from the stream, so that it need not move on where no box can win.
      if (boxes > 0 && rolled.some((prize) => gives(prize, first))) {
        for (let box = 0, passed = 0; box < boxes; box++) {
          const prize = bands[stream.next(OUTCOMES)]!;
          if (taken[passed] === box) passed += 1;
          else if (prize >= 0 && gives(prize, first)) wins.push({ box, prize, unit: out[prize]!++ });
        }
      }
      if (wins.length > 1) wins.sort((one, other) => one.box - other.box);
      return { wins, toClose };
    },
  };
}
