import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Mutation, Query, Resolver, Root, Args, ArgsType, Field, ID } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { selectionOf } from '../graphql/selected-fields.js';
import { IdArg } from '../graphql/id.js';
import { toHex } from '../proof/bytes.js';
import { DrawInclusion, DrawProof, Winner, WinnerConnection } from './draw.type.js';
import { DrawInput } from './draw.input.js';
import * as draws from './draw.service.js';
import type { DrawRow } from './draw.sql.js';
import * as winners from './winner.service.js';
import { PageArgs } from '../graphql/connection.js';
import { maskName } from '../platform/masking.js';
import { formatLuckyNumber } from '../proof/permutation.js';
import type { WinnerRow } from './winner.sql.js';

/** It reads every paid order. */
const FREEZE = 5_000;

@Resolver(() => DrawProof)
export class DrawResolver {
  @Mutation(() => DrawProof, {
    description:
      'Freezes a raffle whose sale is over: from then on no order joins or leaves its draw. Its manifest, which lists what '
      + 'is drawn from, and the beacon round or contest of the draw become public. A second call draws the raffle when that '
      + 'result is there; by the beacon the raffle is drawn automatically when its round is due. Nobody can choose a winner. '
      + 'Refused while the sale runs, while orders are unpaid (see `force`), when `drawAt` is too far ahead, for a cancelled '
      + 'raffle, when results need `confirmStartNumber`, and when the input differs from what was frozen. UNAVAILABLE means '
      + 'that no host of the beacon answers; the service asks again automatically. Safe to repeat. Audited.',
    complexity: FREEZE,
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  createWinner(
    @Ctx() ctx: Context,
    @IdArg('raffle', { name: 'raffleId' }) raffleId: string,
    @Arg('input', () => DrawInput, {
      nullable: true,
      description: 'What is known of the draw. Left out: nothing, as for a raffle in mode BEACON.',
    })
    input?: DrawInput | null,
  ) {
    return draws.createWinner(ctx, raffleId, input ?? {});
  }

  @Query(() => DrawProof, {
    nullable: true,
    description:
      'The draw of a raffle with all its inputs. Null before the raffle is frozen for its draw, and for a cancelled raffle.',
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  drawProof(@Ctx() ctx: Context, @Info() info: GraphQLResolveInfo, @IdArg('raffle', { name: 'raffleId' }) raffleId: string) {
    return draws.drawProof(ctx, raffleId, { withManifest: selectionOf(info).has('manifest') });
  }

  @Query(() => DrawInclusion, {
    nullable: true,
    description:
      'The position of an order in the draw of its raffle, with which its buyer can check that it takes part. Null before '
      + 'the raffle is frozen, and for an order that was never paid. Buyers see their own orders, operators all.',
    complexity: 100,
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  drawInclusion(@Ctx() ctx: Context, @IdArg('order', { name: 'orderId', isNumber: true }) orderId: string) {
    return winners.drawInclusion(ctx, orderId);
  }

  @FieldResolver()
  manifestHash(@Root() { manifestHash }: DrawRow) {
    return manifestHash && toHex(manifestHash);
  }

  @FieldResolver()
  chainName(@Root() { chain }: DrawRow) {
    return chain?.name ?? null;
  }

  @FieldResolver()
  chainHash(@Root() { chain }: DrawRow) {
    return chain?.hash ?? null;
  }

  @FieldResolver()
  round(@Root() { round }: DrawRow) {
    return round === null ? null : Number(round);
  }

  @FieldResolver()
  results(@Root() { results }: DrawRow) {
    return results ?? [];
  }

  @FieldResolver({ complexity: listOf(20) })
  winners(@Root() { raffleId, status }: DrawRow, @Ctx() ctx: Context) {
    return status === 'DRAWN' ? winners.winnersOfRaffle(ctx, raffleId) : [];
  }

  @FieldResolver()
  proofUrl(@Root() { raffleId, hasProof }: DrawRow, @Ctx() { config }: Context) {
    return hasProof ? `${config.publicUrl ?? ''}/draws/${raffleId}/proof.json` : null;
  }
}

@ArgsType()
class WinnersArgs extends PageArgs {
  @Field(() => ID, {
    nullable: true,
    description: 'Returns only the winners of this raffle, by prize. Left out: of all raffles.',
  })
  raffleId?: string | null;
}

@Resolver(() => Winner)
export class WinnerResolver {
  @Query(() => WinnerConnection, {
    description:
      'The winners of main prizes: the newest draw first, then by prize. Those of PRIVATE raffles are listed for operators, '
      + 'and for anyone who names the raffle.',
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  winners(@Ctx() ctx: Context, @Args(() => WinnersArgs) args: WinnersArgs) {
    return winners.listWinners(ctx, args);
  }

  @Query(() => Winner, {
    nullable: true,
    description: 'One winner. Only operators and the winner see one of a PRIVATE raffle.',
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  winner(@Ctx() ctx: Context, @Arg('id', () => ID, { description: "The winner's id, a whole number." }) id: string) {
    return winners.findWinner(ctx, id);
  }

  @FieldResolver()
  luckyNumber(@Root() { number, size }: WinnerRow) {
    return formatLuckyNumber(number, size);
  }

  @FieldResolver()
  winnerName(@Root() winner: WinnerRow, @Ctx() ctx: Context) {
    return seesWhole(winner, ctx) ? winner.userName : maskName(winner.userName);
  }

  @FieldResolver()
  orderId(@Root() winner: WinnerRow, @Ctx() ctx: Context) {
    return seesWhole(winner, ctx) ? winner.orderId : null;
  }

  @FieldResolver()
  userId(@Root() winner: WinnerRow, @Ctx() ctx: Context) {
    return seesWhole(winner, ctx) ? winner.userId : null;
  }
}

function seesWhole({ userId }: WinnerRow, { principal }: Context): boolean {
  return principal.role === 'ADMIN' || (principal.role === 'USER' && principal.id === userId);
}
