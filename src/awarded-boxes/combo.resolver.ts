import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { Roles } from '../graphql/roles.js';
import { IdArg } from '../graphql/id.js';
import { Raffle } from '../raffles/raffle.type.js';
import { CreateAwardedBoxComboInput, UpdateAwardedBoxComboInput } from './combo.input.js';
import * as combos from './combo.service.js';
import { AwardedBoxCombo } from './combo.type.js';
import { toggle } from './toggle.service.js';

const ENABLED = { nullable: true, description: 'What it is from now on. Left out: the other of what it is.' };

@Resolver(() => AwardedBoxCombo)
export class AwardedBoxComboResolver {
  @Query(() => [AwardedBoxCombo], {
    description:
      'The combos of a raffle by their quotas, at most 100: those that are visible, and for an operator all. NOT_FOUND: there is no such raffle.',
    complexity: listOf(100),
  })
  @Roles('PUBLIC')
  awardedBoxCombos(@Ctx() ctx: Context, @IdArg('raffle', { name: 'raffleId' }) raffleId: string) {
    return combos.listCombos(ctx, raffleId);
  }

  @Mutation(() => AwardedBoxCombo, {
    description:
      'Adds a combo to a raffle, which publishes a new hash of its boxes. Audited. NOT_FOUND: no such raffle. BAD_USER_INPUT by field: '
      + 'invalid, the raffle has one of these quotas, or an order could receive more than 10,000 boxes. CONFLICT: the raffle has sold a '
      + 'quota, an order waits for payment, or there are 100.',
  })
  @Roles('ADMIN', ['MANAGER'])
  createAwardedBoxCombo(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateAwardedBoxComboInput, { description: 'The combo.' }) input: CreateAwardedBoxComboInput,
  ) {
    return combos.createCombo(ctx, input);
  }

  @Mutation(() => AwardedBoxCombo, {
    description:
      'Changes a combo. Safe to repeat; audited. NOT_FOUND: no such combo. BAD_USER_INPUT by field: invalid, the raffle has another of '
      + 'these quotas, or an order could receive more than 10,000 boxes. CONFLICT by field: what an order receives stands since the '
      + 'first sale.',
  })
  @Roles('ADMIN', ['MANAGER'])
  updateAwardedBoxCombo(
    @Ctx() ctx: Context,
    @IdArg('combo') id: string,
    @Arg('input', () => UpdateAwardedBoxComboInput, { description: 'What to change.' }) input: UpdateAwardedBoxComboInput,
  ) {
    return combos.updateCombo(ctx, id, input);
  }

  @Mutation(() => AwardedBoxCombo, {
    description:
      'Deletes a combo and returns it as it was. Audited. CONFLICT: the raffle has sold a quota, or an order waits for payment. '
      + 'NOT_FOUND: there is no such combo, as when it is deleted again.',
  })
  @Roles('ADMIN', ['MANAGER'])
  deleteAwardedBoxCombo(@Ctx() ctx: Context, @IdArg('combo') id: string) {
    return combos.deleteCombo(ctx, id);
  }

  @Mutation(() => Raffle, {
    description:
      'Shows the awarded boxes of a raffle to the public, or hides them. Safe to repeat with `enabled`; audited. NOT_FOUND: there is no '
      + 'such raffle.',
  })
  @Roles('ADMIN', ['MANAGER'])
  toggleAwardedBoxesVisualization(
    @Ctx() ctx: Context,
    @IdArg('raffle', { name: 'raffleId' }) raffleId: string,
    @Arg('enabled', () => Boolean, ENABLED) enabled: boolean | null | undefined,
  ) {
    return toggle(ctx, { raffleId, name: 'showAwardedBoxes', enabled });
  }

  @Mutation(() => Raffle, {
    description:
      'Shows who won awarded boxes of a raffle to the public, with masked names, or hides it. Safe to repeat with `enabled`; audited. '
      + 'NOT_FOUND: there is no such raffle.',
  })
  @Roles('ADMIN', ['MANAGER'])
  toggleAwardedBoxesWinnersVisualization(
    @Ctx() ctx: Context,
    @IdArg('raffle', { name: 'raffleId' }) raffleId: string,
    @Arg('enabled', () => Boolean, ENABLED) enabled: boolean | null | undefined,
  ) {
    return toggle(ctx, { raffleId, name: 'showAwardedBoxesWinners', enabled });
  }

  @Mutation(() => Raffle, {
    description:
      'Sets whether an order receives the boxes of every combo that it reaches, or only those of the highest. Safe to repeat with `enabled`; '
      + 'audited. NOT_FOUND: there is no such raffle. CONFLICT: it stands since the first sale. BAD_USER_INPUT: an order could receive '
      + 'more than 10,000 boxes.',
  })
  @Roles('ADMIN', ['MANAGER'])
  toggleAcumulativeCombo(
    @Ctx() ctx: Context,
    @IdArg('raffle', { name: 'raffleId' }) raffleId: string,
    @Arg('enabled', () => Boolean, ENABLED) enabled: boolean | null | undefined,
  ) {
    return toggle(ctx, { raffleId, name: 'acumulativeCombo', enabled });
  }
}
