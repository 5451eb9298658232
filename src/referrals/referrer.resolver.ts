import { Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import type { Referrer as ReferrerRow } from '../generated/prisma/client.js';
import { PageArgs } from '../graphql/connection.js';
import { InputArg } from '../graphql/input-arg.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { StepUp } from '../graphql/step-up.js';
import { IdArg } from '../graphql/id.js';
import { User } from '../users/user.type.js';
import { PayOutCommissionInput } from './referrer.input.js';
import * as referrers from './referrer.service.js';
import { CommissionEntryConnection, Referrer, ReferrerConnection } from './referrer.type.js';

@Resolver(() => Referrer)
export class ReferrerResolver {
  @Query(() => Referrer, {
    description: 'What the calling buyer earned by referring others. All zero for a buyer who referred nobody.',
  })
  @Roles('USER')
  @Refuses()
  myReferrals(@Ctx() ctx: Context) {
    return referrers.findOwnReferrals(ctx);
  }

  @Query(() => Referrer, {
    nullable: true,
    description: 'What a buyer earned by referring others. All zero for a buyer who referred nobody.',
  })
  @Roles('ADMIN', ['FINANCE', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  referrer(@Ctx() ctx: Context, @IdArg('buyer', { name: 'userId' }) userId: string) {
    return referrers.findReferrer(ctx, userId);
  }

  @Query(() => CommissionEntryConnection, { description: "The calling buyer's commission statement, newest line first." })
  @Roles('USER')
  @Refuses()
  myCommissionEntries(@Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return referrers.listOwnCommissionEntries(ctx, page);
  }

  @Query(() => CommissionEntryConnection, { description: "A buyer's commission statement, newest line first." })
  @Roles('ADMIN', ['FINANCE', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  commissionEntries(
    @Ctx() ctx: Context,
    @IdArg('buyer', { name: 'userId' }) userId: string,
    @Args(() => PageArgs) page: PageArgs,
  ) {
    return referrers.listCommissionEntries(ctx, userId, page);
  }

  @Query(() => ReferrerConnection, {
    description:
      'All buyers who ever earned by referring others, those who earned most that was not paid out first, as it was about a second ago.',
  })
  @Roles('ADMIN', ['FINANCE', 'SUPPORT'])
  @Refuses()
  referrers(@Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return referrers.listReferrers(ctx, page);
  }

  @Mutation(() => Referrer, {
    description:
      'Records a payout that was made outside the service, of at most what is `payable`. Refused while the referrer is '
      + 'blocked or deleted. Safe to repeat with the same reference and amount. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  @StepUp()
  payOutCommission(@Ctx() ctx: Context, @InputArg(() => PayOutCommissionInput) input: PayOutCommissionInput) {
    return referrers.payOutCommission(ctx, input);
  }

  @FieldResolver()
  pending(@Root() { userId }: ReferrerRow, @Ctx() ctx: Context) {
    return ctx.loaders.pendingCommission.load(userId);
  }

  @FieldResolver({ complexity: 2 })
  async payable(@Root() referrer: ReferrerRow, @Ctx() ctx: Context) {
    return (await referrers.findStanding(ctx, referrer)).payable;
  }

  @FieldResolver({ complexity: 2 })
  async withheld(@Root() referrer: ReferrerRow, @Ctx() ctx: Context) {
    return (await referrers.findStanding(ctx, referrer)).withheld;
  }

  @FieldResolver({ complexity: 2 })
  async overpaid(@Root() referrer: ReferrerRow, @Ctx() ctx: Context) {
    return (await referrers.findStanding(ctx, referrer)).overpaid;
  }

  @FieldResolver(() => User, { nullable: true, description: 'The user who referred.' })
  user(@Root() { userId }: ReferrerRow, @Ctx() ctx: Context) {
    return ctx.loaders.user.load(userId);
  }
}
