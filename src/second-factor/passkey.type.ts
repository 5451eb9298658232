import { Length } from 'class-validator';
import { Field, InputType, ObjectType } from 'type-graphql';
import { IdField } from '../graphql/id.js';
import { LONGEST_ANSWER, LONGEST_NAME } from './passkey-limits.js';

@ObjectType({
  description: 'A passkey of the caller (WebAuthn): a device, a password manager or a security key signs in place of a code.',
})
export class Passkey {
  @IdField('passkey')
  id: string;

  @Field(() => String, { description: 'By which the operator knows it.' })
  name: string;

  @Field(() => Date, { description: 'When it was registered (ISO 8601 UTC).' })
  createdAt: Date;

  @Field(() => Date, {
    nullable: true,
    description: 'When it last logged in or proved who the operator is (ISO 8601 UTC). Null: it has not yet.',
  })
  lastUsedAt: Date | null;
}

@ObjectType({ description: 'What a browser is asked with.' })
export class PasskeyOptions {
  @Field(() => String, {
    description:
      'JSON for `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`, whose results go to '
      + '`navigator.credentials.create` or `get`. Its challenge is taken once.',
  })
  options: string;

  @Field(() => Date, { description: 'When the challenge expires (ISO 8601 UTC), after five minutes.' })
  expiresAt: Date;
}

@InputType({ description: 'A new passkey.' })
export class CreatePasskeyInput {
  @Field(() => String, { description: 'By which the operator knows it, such as "MacBook": 1 to 60 characters, not blank.' })
  @Length(1, LONGEST_NAME)
  name: string;

  @Field(() => String, {
    description: 'What the browser answered to `beginPasskey`, as JSON: `credential.toJSON()`. At most 20,000 characters.',
  })
  @Length(1, LONGEST_ANSWER)
  passkey: string;
}

@ObjectType({ description: 'A passkey that was registered.' })
export class CreatedPasskey {
  @Field(() => Passkey, { description: 'The passkey.' })
  passkey: Passkey;

  @Field(() => [String], {
    description:
      'The recovery codes, at most 10, if it is the first second factor of the account. Shown once: keep them apart from the '
      + 'password and the device. Empty: those of before go on.',
  })
  codes: string[];
}
