import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { InputArg } from '../graphql/input-arg.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { UpdateCustomerInput } from '../users/user.input.js';
import { User } from '../users/user.type.js';
import { ContactCodeInput } from './auth.input.js';
import { LoginCodeRequest } from './auth.type.js';
import * as contacts from './contact.service.js';

@Resolver()
export class ContactResolver {
  @Mutation(() => LoginCodeRequest, {
    description:
      'Sends six digits to a phone or an e-mail address that the calling buyer wants to have, valid for five minutes, for '
      + '`updateCustomer`: as the webhook event LOGIN_CODE_REQUESTED or EMAIL_CODE_REQUESTED. The code works for this account alone. '
      + 'The answer is the same whether or not others have the phone. In production an account asks for one '
      + 'code a minute of its own phone, three in 15 minutes and ten in a day, and for ten in a day of what others may have. All '
      + 'together get few in a day for one phone or e-mail address: then another account that has the phone gets the same answer '
      + 'without a code. UNAVAILABLE: no endpoint takes codes. In development the code is also logged.',
  })
  @Roles('USER')
  @Refuses('UNAUTHENTICATED', 'RATE_LIMITED')
  requestContactCode(@Ctx() ctx: Context, @InputArg(() => ContactCodeInput) input: ContactCodeInput) {
    return contacts.requestContactCode(ctx, input);
  }

  @Mutation(() => User, {
    description:
      "Changes the calling buyer's data. A new phone or e-mail address needs `currentPassword` and a code of `requestContactCode`; "
      + "wrong passwords count as failed logins. The code of the account's own phone proves that phone. CONFLICT: a date of birth is "
      + 'set, the account changed at the same moment, or another account has proved the phone. Safe to repeat. A new phone or e-mail '
      + 'address is audited.',
  })
  @Roles('USER')
  @Refuses('UNAUTHENTICATED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED')
  updateCustomer(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: "The caller's own UUID." }) id: string,
    @InputArg(() => UpdateCustomerInput) input: UpdateCustomerInput,
  ) {
    return contacts.updateCustomer(ctx, id, input);
  }
}
