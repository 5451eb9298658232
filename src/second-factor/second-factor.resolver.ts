import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { OperatorRole } from '../generated/prisma/enums.js';
import { listOf } from '../graphql/cost.js';
import { IdArg } from '../graphql/id.js';
import { BeforeSecondFactor } from '../graphql/enrolment.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { StepUp } from '../graphql/step-up.js';
import { User } from '../users/user.type.js';
import * as factors from './second-factor.service.js';
import { OperatorSecondFactor, RecoveryCodes, SecondFactor, SecondFactorDemand, TotpEnrolment } from './second-factor.type.js';

@Resolver()
export class SecondFactorResolver {
  @Query(() => SecondFactor, { description: "The caller's second factor: what is set up, and what a login takes." })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  @BeforeSecondFactor()
  mySecondFactor(@Ctx() ctx: Context) {
    return factors.mySecondFactor(ctx);
  }

  @Mutation(() => TotpEnrolment, {
    description:
      'Begins to set up an authenticator app, or another one: shows a new secret. Nothing changes for logins until `confirmTotp`. '
      + 'Audited.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  @StepUp()
  @BeforeSecondFactor()
  beginTotp(@Ctx() ctx: Context) {
    return factors.beginTotp(ctx);
  }

  @Mutation(() => RecoveryCodes, {
    description:
      'Sets the authenticator app up by a first code: from now on a login needs it. All other sessions of the caller end within '
      + 'seconds. The answer has recovery codes, and earlier ones end. CONFLICT: `beginTotp` was not called. Audited.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('CONFLICT')
  @StepUp()
  @BeforeSecondFactor()
  confirmTotp(
    @Ctx() ctx: Context,
    @Arg('code', () => String, { description: 'The six digits that the app shows.' }) code: string,
  ) {
    return factors.confirmTotp(ctx, code);
  }

  @Mutation(() => SecondFactor, {
    description:
      'Removes the authenticator app. With the last second factor the recovery codes end, and the password is enough again. Safe to '
      + 'repeat. Audited.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  @StepUp()
  removeTotp(@Ctx() ctx: Context) {
    return factors.removeTotp(ctx);
  }

  @Mutation(() => RecoveryCodes, {
    description: 'Makes new recovery codes; earlier ones end. CONFLICT: the account has no second factor. Audited.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('CONFLICT')
  @StepUp()
  createRecoveryCodes(@Ctx() ctx: Context) {
    return factors.createRecoveryCodes(ctx);
  }

  @Query(() => [OperatorSecondFactor], {
    description: 'Which operators have a second factor, at most 500; those who are blocked or deleted are left out.',
    complexity: listOf(500),
  })
  @Roles('ADMIN', [])
  @Refuses()
  secondFactors(@Ctx() ctx: Context) {
    return factors.secondFactors(ctx);
  }

  @Query(() => SecondFactorDemand, { description: 'Which roles demand a second factor.' })
  @Roles('ADMIN', [])
  @Refuses()
  secondFactorDemand(@Ctx() ctx: Context) {
    return factors.secondFactorDemand(ctx);
  }

  @Mutation(() => SecondFactorDemand, {
    description:
      'Says which roles demand a second factor. An operator of such a role who has none may only set one up: all else answers '
      + 'SECOND_FACTOR_REQUIRED, within seconds. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', [])
  @Refuses()
  @StepUp()
  demandSecondFactor(
    @Ctx() ctx: Context,
    @Arg('roles', () => [OperatorRole], { description: 'All of these roles, and no others. Empty: none.' }) roles: OperatorRole[],
  ) {
    return factors.demandSecondFactor(ctx, roles);
  }

  @Mutation(() => User, {
    description:
      'Removes the second factor of an operator who lost it: the password is enough for the next login. Ends all sessions of the '
      + 'operator within seconds. Ask the operator in person before. CONFLICT: the account is a buyer’s. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', [])
  @Refuses('NOT_FOUND', 'CONFLICT')
  @StepUp()
  resetSecondFactor(@Ctx() ctx: Context, @IdArg('user') id: string) {
    return factors.resetSecondFactor(ctx, id);
  }
}
