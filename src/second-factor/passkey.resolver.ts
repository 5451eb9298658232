import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { BeforeSecondFactor } from '../graphql/enrolment.js';
import { IdArg } from '../graphql/id.js';
import { InputArg } from '../graphql/input-arg.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { StepUp } from '../graphql/step-up.js';
import * as passkeys from './passkey.service.js';
import { CreatedPasskey, CreatePasskeyInput, Passkey, PasskeyOptions } from './passkey.type.js';
import { SecondFactor } from './second-factor.type.js';

@Resolver(() => Passkey)
export class PasskeyResolver {
  @Mutation(() => PasskeyOptions, {
    description:
      'Begins to register a passkey: what the browser is asked with. Passkeys are of the host of `PUBLIC_URL`, and pages of other '
      + 'hosts cannot use them. Nothing is kept until `createPasskey`.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  @StepUp()
  @BeforeSecondFactor()
  beginPasskey(@Ctx() ctx: Context) {
    return passkeys.beginPasskey(ctx);
  }

  @Mutation(() => CreatedPasskey, {
    description:
      'Registers a passkey by what the browser answered to `beginPasskey` in this session, up to 20. The first second factor of an '
      + 'account brings recovery codes, and all other sessions of the caller end within seconds. CONFLICT: the account has 20, or the '
      + 'passkey is registered. Audited.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('CONFLICT')
  @StepUp()
  @BeforeSecondFactor()
  createPasskey(@Ctx() ctx: Context, @InputArg(() => CreatePasskeyInput) input: CreatePasskeyInput) {
    return passkeys.createPasskey(ctx, input);
  }

  @Mutation(() => SecondFactor, { description: "Renames one of the caller's passkeys. Safe to repeat. Audited." })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  @StepUp()
  renamePasskey(
    @Ctx() ctx: Context,
    @IdArg('passkey') id: string,
    @Arg('name', () => String, { description: 'The new name, 1 to 60 characters, not blank.' }) name: string,
  ) {
    return passkeys.renamePasskey(ctx, id, name);
  }

  @Mutation(() => SecondFactor, {
    description:
      "Removes one of the caller's passkeys: it logs in no more. With the last second factor the recovery codes end, and the password is "
      + 'enough again. Audited.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  @StepUp()
  removePasskey(@Ctx() ctx: Context, @IdArg('passkey') id: string) {
    return passkeys.removePasskey(ctx, id);
  }

  @Mutation(() => PasskeyOptions, {
    description:
      "What a browser is asked with for `passkeyLogin`, or for a passkey beside the operator's password in `adminLogin`. The answer is "
      + 'the same for everybody.',
  })
  @Roles('PUBLIC')
  @Refuses()
  @BeforeSecondFactor()
  beginPasskeyLogin(@Ctx() ctx: Context) {
    return passkeys.beginPasskeyLogin(ctx);
  }

  @Mutation(() => PasskeyOptions, {
    description: "What a browser is asked with for one of the caller's passkeys in `confirmIdentity`, in this session alone.",
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  @BeforeSecondFactor()
  beginPasskeyProof(@Ctx() ctx: Context) {
    return passkeys.beginPasskeyProof(ctx);
  }
}
