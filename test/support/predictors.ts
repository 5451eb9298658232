import { createInstantDecider, type InstantBlock, type InstantRaffle } from '../../src/proof/instant-decider.js';

export type DrawnBlock = InstantBlock & { randomness: Uint8Array };

/** What somebody takes for the randomness of a block's round, who knows all but the round. */
export type Predictor = (block: DrawnBlock) => Uint8Array;

export interface PredictorScore {
  name: string;
  /** Blocks that won something. */
  wins: number;
  /** By how many standard deviations the predicted wins among them exceed what chance predicts. */
  deviations: number;
}

/** Each predictor knows the raffle and, before every block, all that the blocks before it won. */
export function scoresOfPredictors(
  raffle: InstantRaffle,
  blocks: readonly DrawnBlock[],
  predictors: Record<string, Predictor>,
): PredictorScore[] {
  return Object.entries(predictors).map(([name, predict]) => {
    const truth = createInstantDecider(raffle);
    const isWon = raffle.quotaPrizes.map(() => false);
    let [wins, guesses, hits] = [0, 0, 0];
    for (const block of blocks) {
      const state = { decided: truth.decided, isWon, unitsOut: [...truth.unitsOut], sentToClose: [] };
      const guess = createInstantDecider(raffle, state).decide(block, predict(block));
      const won = truth.decide(block, block.randomness);
      for (const { prize } of won.quotaPrizeWins) isWon[prize] = true;
      const [didWin, isGuessed] = [won, guess].map((one) => one.quotaPrizeWins.length + one.boxWins.length > 0);
      wins += Number(didWin);
      guesses += Number(isGuessed);
      hits += Number(didWin && isGuessed);
    }
    // Hypergeometric: guesses that fall on wins by chance.
    const [share, rest] = [wins / blocks.length, guesses / blocks.length];
    const expected = share * guesses;
    const deviation = Math.sqrt(blocks.length * share * (1 - share) * rest * (1 - rest));
    return { name, wins, deviations: (hits - expected) / deviation };
  });
}
