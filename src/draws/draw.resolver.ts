import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { Roles } from '../graphql/roles.js';
import { selectionOf } from '../graphql/selected-fields.js';
import { IdArg } from '../graphql/id.js';
import { toHex } from '../proof/bytes.js';
import { DrawInclusion } from './draw-inclusion.type.js';
import { DrawInput } from './draw.input.js';
import * as draws from './draw.service.js';
import type { DrawRow } from './draw.sql.js';
import { DrawProof } from './draw.type.js';
import * as winners from './winner.service.js';

/** It reads every paid order once. */
const FREEZE = 5_000;

@Resolver(() => DrawProof)
export class DrawResolver {
  @Mutation(() => DrawProof, {
    description:
      'Freezes a raffle whose sale is over: no order joins or leaves its draw any more. That publishes its manifest, which lists what is drawn '
      + 'from, and the round of the beacon or the contest that draws it. Called again, it draws the raffle when that is there; by the beacon '
      + 'the raffle is drawn by itself when its round is due. Nobody can name a winner. Audited. Safe to repeat. NOT_FOUND: no such raffle. CONFLICT: its sale is not over, orders are unpaid (see `force`), `drawAt` is too far '
      + 'ahead, it was called off, results want `confirmStartNumber`, or what is asked is not what was frozen. BAD_USER_INPUT by field. UNAVAILABLE: no host of the beacon answers; it is asked again by itself.',
    complexity: FREEZE,
  })
  @Roles('ADMIN', ['MANAGER'])
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
      'The draw of a raffle with all its inputs. Null before the freeze, and for a raffle that was called off. NOT_FOUND: no such raffle.',
  })
  @Roles('PUBLIC')
  drawProof(@Ctx() ctx: Context, @Info() info: GraphQLResolveInfo, @IdArg('raffle', { name: 'raffleId' }) raffleId: string) {
    return draws.drawProof(ctx, raffleId, { withManifest: selectionOf(info).has('manifest') });
  }

  @Query(() => DrawInclusion, {
    nullable: true,
    description:
      "Where an order stands in its raffle's draw, so that its buyer can check that it takes part. Null before the freeze, and for an "
      + 'order that was never paid. NOT_FOUND: there is no such order, or it belongs to another buyer.',
    complexity: 100,
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
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
