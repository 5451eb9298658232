import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { User } from '../users/user.type.js';
import { deleteMyAccount, deleteUser } from './personal-data.service.js';

@Resolver()
export class PersonalDataResolver {
  @Mutation(() => User, {
    description:
      'Deletes a user for good. Name, phone, CPF, e-mail address, date of birth and password are erased, the payer named '
      + 'in the orders, and reasons and notes about the user, the orders, their money and prizes, also in the audit log; '
      + 'tokens and sessions end within seconds. Orders, payments with the payer that the bank reported, '
      + 'refunds and wins stay, under a UUID without a name. An operator keeps the name, for the audit log, and loses the '
      + 'rest. Unpaid orders are cancelled, and money that still comes for them goes back. Refused for a buyer with paid quotas of '
      + 'a raffle that is not over, or with quotas that were given back in one that has a limit per buyer, and for the last owner. '
      + 'Audited.',
  })
  @Roles('ADMIN', [])
  @Refuses('NOT_FOUND', 'CONFLICT')
  deleteUser(@Ctx() ctx: Context, @Arg('id', () => ID, { description: "The user's UUID." }) id: string) {
    return deleteUser(ctx, id);
  }

  @Mutation(() => User, {
    description:
      "Deletes the calling buyer's account for good. Name, phone, CPF, e-mail address, date of birth and password are "
      + 'erased, the payer named in the orders, and reasons and notes about the buyer, the orders, their money and prizes; tokens '
      + 'and sessions end within seconds. Orders, payments with the payer '
      + 'that the bank reported, refunds and wins stay, under a UUID without a name. A buyer without a password sets one with '
      + '`resetPassword` first; wrong passwords count as failed logins. Unpaid orders are cancelled, and money that '
      + 'still comes for them goes back. Refused while the buyer has paid quotas of a raffle that is not over, or '
      + 'quotas that were given back in one that has a limit per buyer: the message names the raffles. '
      + '`GET /v1/users/profile/data` gives a copy of the data before. Audited.',
  })
  @Roles('USER')
  @Refuses('CONFLICT', 'RATE_LIMITED')
  deleteMyAccount(
    @Ctx() ctx: Context,
    @Arg('currentPassword', () => String, { description: "The account's password." }) currentPassword: string,
  ) {
    return deleteMyAccount(ctx, currentPassword);
  }
}
