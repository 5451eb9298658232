import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { Roles } from '../graphql/roles.js';
import { User } from '../users/user.type.js';
import { deleteMyAccount, deleteUser } from './deletion.service.js';

const WHAT_STAYS =
  'Name, phone, CPF, e-mail address, date of birth and password are erased, and who the orders said would pay; tokens and sessions end '
  + 'within seconds. Orders, payments with the payer that the bank told, refunds and wins stay, under a UUID that names nobody any more.';

@Resolver()
export class PersonalDataResolver {
  @Mutation(() => User, {
    description:
      `Deletes a user for good; audited. ${WHAT_STAYS} An operator keeps the name, of which the audit log speaks, and loses the rest. `
      + 'NOT_FOUND: no such user, as when it is deleted again. CONFLICT: a buyer who holds quotas of a raffle that is not over, or the '
      + 'last owner.',
  })
  @Roles('ADMIN', [])
  deleteUser(@Ctx() ctx: Context, @Arg('id', () => ID, { description: "The user's UUID." }) id: string) {
    return deleteUser(ctx, id);
  }

  @Mutation(() => User, {
    description:
      `Deletes the calling buyer's account for good; audited. ${WHAT_STAYS} BAD_USER_INPUT: the password is wrong; a buyer who has none `
      + 'sets one with `resetPassword` first. RATE_LIMITED: too many wrong ones, counted with the failures of logging in. CONFLICT: there are '
      + 'quotas of a raffle that is not over; its message names them. `GET /v1/users/profile/data` gives a copy of the data before.',
  })
  @Roles('USER')
  deleteMyAccount(
    @Ctx() ctx: Context,
    @Arg('currentPassword', () => String, { description: "The account's password." }) currentPassword: string,
  ) {
    return deleteMyAccount(ctx, currentPassword);
  }
}
