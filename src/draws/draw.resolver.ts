import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Mutation, Query, Resolver, Root, Args, ArgsType, Field, ID } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { selectionOf } from '../graphql/selected-fields.js';
import { IdArg } from '../graphql/id.js';
import { DrawProof, Winner, WinnerConnection, type DrawAwaits } from './draw.type.js';
import { DrawInput } from './draw.input.js';
import * as draws from './draw.service.js';
import type { DrawRow, WinnerRow } from './draw.sql.js';
import { PageArgs } from '../graphql/connection.js';
import { maskName, seesWhole } from '../platform/masking.js';
import { formatLuckyNumber } from '../proof/permutation.js';

/** It reads every paid order. */
const FREEZE = 5_000;

@Resolver(() => DrawProof)
export class DrawResolver {
  @Mutation(() => DrawProof, {
    description:
      'Freezes a raffle whose sale is over: no order joins or leaves its draw afterwards, and its manifest becomes public with the '
      + 'beacon round or contest of the draw. The beacon draws it automatically. In mode LOTERIA_FEDERAL two operators each call it '
      + 'again with the results: the first call keeps them (`awaits` is CONFIRMATION), the second one draws. A second operator is one who '
      + 'could draw at the freeze. Nobody can choose a winner. Refused while orders are unpaid (see `force`), when `drawAt` is too '
      + 'far ahead, less than an hour before the contest, for results before the contest is held or without `confirmStartNumber`, when '
      + 'two operators typed different results (both are kept), and when the input differs from what was frozen. STEP_UP_REQUIRED: only with '
      + 'results. UNAVAILABLE: no host of the beacon answers; the service asks again. Safe to repeat. Audited.',
    complexity: FREEZE,
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT', 'STEP_UP_REQUIRED')
  createWinner(
    @Ctx() ctx: Context,
    @IdArg('raffle', { name: 'raffleId' }) raffleId: string,
    @Arg('input', () => DrawInput, { nullable: true, description: 'Needed in mode LOTERIA_FEDERAL.' })
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

  @FieldResolver({ complexity: listOf(20) })
  winners(@Root() { raffleId, status }: DrawRow, @Ctx() ctx: Context) {
    return status === 'DRAWN' ? draws.winnersOfRaffle(ctx, raffleId) : [];
  }

  @FieldResolver({ complexity: listOf(20) })
  typedResults(@Root() frozen: DrawRow, @Ctx() ctx: Context) {
    return draws.typedResults(ctx, frozen);
  }

  @FieldResolver({ complexity: 20 })
  confirmableAt(@Root() frozen: DrawRow & { awaits: DrawAwaits | null }, @Ctx() ctx: Context) {
    return draws.confirmableAt(ctx, frozen);
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
      'The winners of main prizes: the newest draw first, then by prize. Those of PRIVATE raffles are listed for operators only, '
      + 'unless `raffleId` names the raffle.',
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  winners(@Ctx() ctx: Context, @Args(() => WinnersArgs) args: WinnersArgs) {
    return draws.listWinners(ctx, args);
  }

  @Query(() => Winner, { nullable: true, description: 'One winner. Only operators and the winner see one of a PRIVATE raffle.' })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  winner(@Ctx() ctx: Context, @Arg('id', () => ID, { description: "The winner's id, a whole number." }) id: string) {
    return draws.findWinner(ctx, id);
  }

  @FieldResolver()
  luckyNumber(@Root() { number, size }: WinnerRow) {
    return formatLuckyNumber(number, size);
  }

  @FieldResolver()
  winnerName(@Root() winner: WinnerRow, @Ctx() ctx: Context) {
    return seesWhole(ctx.principal, winner.userId) ? winner.userName : maskName(winner.userName);
  }

  @FieldResolver()
  orderId(@Root() winner: WinnerRow, @Ctx() ctx: Context) {
    return seesWhole(ctx.principal, winner.userId) ? winner.orderId : null;
  }

  @FieldResolver()
  userId(@Root() winner: WinnerRow, @Ctx() ctx: Context) {
    return seesWhole(ctx.principal, winner.userId) ? winner.userId : null;
  }
}
