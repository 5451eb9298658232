import { OperatorRole } from '../generated/prisma/enums.js';
import { Field, Int, ObjectType } from 'type-graphql';
import { describeEnum } from '../graphql/describe-enum.js';
import { IdField } from '../graphql/id.js';
import { Passkey } from './passkey.type.js';

export const SecondFactorMethod = { TOTP: 'TOTP', PASSKEY: 'PASSKEY', RECOVERY_CODE: 'RECOVERY_CODE' } as const;
export type SecondFactorMethod = keyof typeof SecondFactorMethod;
describeEnum('SecondFactorMethod', SecondFactorMethod, 'A way to prove a second factor.', {
  TOTP: 'The six digits that an authenticator app shows (RFC 6238).',
  PASSKEY: 'What a passkey signs (WebAuthn), once its device has verified the person.',
  RECOVERY_CODE: 'One of the codes that were given with the second factor, each for one use.',
});

@ObjectType({ description: "The caller's second factor, which a login asks for beside the password." })
export class SecondFactor {
  @Field(() => [SecondFactorMethod], {
    description:
      'What a login takes now, at most 3 methods. Empty: the account has no second factor, and the password is enough.',
  })
  methods: SecondFactorMethod[];

  @Field(() => Date, { nullable: true, description: 'When the authenticator app was set up (ISO 8601 UTC). Null without one.' })
  totpConfirmedAt: Date | null;

  @Field(() => [Passkey], { description: 'The passkeys, oldest first, at most 20.' })
  passkeys: Passkey[];

  @Field(() => Int, { description: 'How many recovery codes are left, at most 10.' })
  recoveryCodesLeft: number;

  @Field(() => Boolean, {
    description: "Whether the caller's role demands a second factor: without one nothing else is allowed than to set it up.",
  })
  isDemanded: boolean;
}

@ObjectType({ description: 'The roles that demand a second factor.' })
export class SecondFactorDemand {
  @Field(() => [OperatorRole], { description: 'Operators of these roles need one. Empty: none.' })
  roles: OperatorRole[];
}

@ObjectType({ description: 'Whether an operator has a second factor.' })
export class OperatorSecondFactor {
  @IdField('user')
  id: string;

  @Field(() => String, { description: "The operator's name." })
  name: string;

  @Field(() => OperatorRole, { description: 'What the operator may do.' })
  operatorRole: OperatorRole;

  @Field(() => Boolean, { description: 'Whether an authenticator app or a passkey is set up.' })
  hasSecondFactor: boolean;
}

@ObjectType({ description: 'A new secret for an authenticator app. It counts once `confirmTotp` gets a code of it.' })
export class TotpEnrolment {
  @Field(() => String, { description: 'The secret in base32, to type it into the app. Shown once.' })
  secret: string;

  @Field(() => String, { description: 'The same as an `otpauth://` address.' })
  uri: string;

  @Field(() => String, { description: 'The address as a QR code: a PNG in a `data:` URL.' })
  qrCodeImage: string;
}

@ObjectType({ description: 'New recovery codes. Earlier ones have ended.' })
export class RecoveryCodes {
  @Field(() => [String], {
    description:
      'The codes, at most 10, such as "ABCD-EFGH-IJKL-MNOP". Shown once: keep them apart from the password and the phone.',
  })
  codes: string[];
}
