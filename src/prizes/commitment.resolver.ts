import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import type { ReadRaffle } from '../raffles/raffle-row.js';
import { Raffle } from '../raffles/raffle.type.js';
import { RaffleCommitments } from './commitment.type.js';

@Resolver(() => Raffle)
export class RaffleCommitmentsResolver {
  @FieldResolver(() => RaffleCommitments, {
    description: 'What the raffle published of its awarded boxes and quota prizes before its first sale.',
    complexity: 5,
  })
  async commitments(@Root() raffle: ReadRaffle, @Ctx() ctx: Context): Promise<RaffleCommitments> {
    const row = await ctx.loaders.commitments.load(raffle.id);
    return {
      boxSeedHash: hexOf(row?.boxSeedHash),
      boxesHash: hexOf(row?.boxesHash),
      quotaPrizesHash: hexOf(row?.quotaPrizesHash),
    };
  }
}

function hexOf(hash: Uint8Array | null | undefined): string | null {
  return hash ? Buffer.from(hash).toString('hex') : null;
}
