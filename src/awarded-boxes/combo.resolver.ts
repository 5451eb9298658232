import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { InputArg } from '../graphql/input-arg.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { IdArg } from '../graphql/id.js';
import { Raffle } from '../raffles/raffle.type.js';
import { CreateAwardedBoxComboInput, UpdateAwardedBoxComboInput } from './awarded-box.input.js';
import * as combos from './combo.service.js';
import { AwardedBoxCombo } from './awarded-box.type.js';
import { toggle } from './combo.service.js';

const ENABLED = { nullable: true, description: 'What it is from now on. Left out: the other of what it is.' };

@Resolver(() => AwardedBoxCombo)
export class AwardedBoxComboResolver {
  @Query(() => [AwardedBoxCombo], {
    description: 'The combos of a raffle by their quotas, at most 100. Only operators see those that are not visible.',
    complexity: listOf(100),
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  awardedBoxCombos(@Ctx() ctx: Context, @IdArg('raffle', { name: 'raffleId' }) raffleId: string) {
    return combos.listCombos(ctx, raffleId);
  }

  @Mutation(() => AwardedBoxCombo, {
    description:
      'Adds a combo to a raffle without unpaid and paid orders, up to 100. An order may receive at most 10,000 boxes. '
      + 'Audited.',
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  createAwardedBoxCombo(@Ctx() ctx: Context, @InputArg(() => CreateAwardedBoxComboInput) input: CreateAwardedBoxComboInput) {
    return combos.createCombo(ctx, input);
  }

  @Mutation(() => AwardedBoxCombo, {
    description: 'Changes a combo. What an order receives cannot change after the first order. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  updateAwardedBoxCombo(
    @Ctx() ctx: Context,
    @IdArg('combo') id: string,
    @InputArg(() => UpdateAwardedBoxComboInput) input: UpdateAwardedBoxComboInput,
  ) {
    return combos.updateCombo(ctx, id, input);
  }

  @Mutation(() => AwardedBoxCombo, {
    description: 'Deletes a combo of a raffle without unpaid and paid orders, and returns it. Audited.',
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  deleteAwardedBoxCombo(@Ctx() ctx: Context, @IdArg('combo') id: string) {
    return combos.deleteCombo(ctx, id);
  }

  @Mutation(() => Raffle, { description: 'Shows the awarded boxes of a raffle to the public, or hides them. Audited.' })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND')
  toggleAwardedBoxesVisualization(
    @Ctx() ctx: Context,
    @IdArg('raffle', { name: 'raffleId' }) raffleId: string,
    @Arg('enabled', () => Boolean, ENABLED) enabled: boolean | null | undefined,
  ) {
    return toggle(ctx, { raffleId, name: 'showAwardedBoxes', enabled });
  }

  @Mutation(() => Raffle, { description: 'Shows the public who won awarded boxes, with masked names, or hides it. Audited.' })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND')
  toggleAwardedBoxesWinnersVisualization(
    @Ctx() ctx: Context,
    @IdArg('raffle', { name: 'raffleId' }) raffleId: string,
    @Arg('enabled', () => Boolean, ENABLED) enabled: boolean | null | undefined,
  ) {
    return toggle(ctx, { raffleId, name: 'showAwardedBoxesWinners', enabled });
  }

  @Mutation(() => Raffle, {
    description:
      'Sets `acumulativeCombo`. It cannot change after the first order. An order may receive at most 10,000 boxes. Audited.',
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  toggleAcumulativeCombo(
    @Ctx() ctx: Context,
    @IdArg('raffle', { name: 'raffleId' }) raffleId: string,
    @Arg('enabled', () => Boolean, ENABLED) enabled: boolean | null | undefined,
  ) {
    return toggle(ctx, { raffleId, name: 'acumulativeCombo', enabled });
  }
}
