import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Connection } from '../../graphql/connection.js';
import { Money } from '../../graphql/money.js';

@ObjectType({
  description: 'A legacy integration that charges by PIX over `/cashin` and `/client`. It cannot use `/graphql` or `/v1`.',
})
export class ApiClient {
  @Field(() => ID, { description: 'UUID.' })
  id: string;

  @Field(() => Int, { description: 'The number its calls carry in `X-Company-ID`.' })
  companyId: number;

  @Field(() => String, { description: 'What operators call it.' })
  name: string;

  @Field(() => String, { description: 'The public half of its login.' })
  clientKey: string;

  @Field(() => Boolean, {
    description:
      'Every call must carry `Signature`, the hex HMAC-SHA256 of the body under the signature secret; of a call without a body, '
      + 'of the empty text. When off, a signature is checked if there is one.',
  })
  requiresSignature: boolean;

  @Field(() => Money, { description: 'The sum of its extract: what was paid to it and not refunded.' })
  balance: bigint;

  @Field(() => Date, { nullable: true, description: 'Since when it may not call. Null when it may.' })
  blockedAt: Date | null;

  @Field(() => Date, { description: 'When it was made.' })
  createdAt: Date;
}

@ObjectType({ description: "A new client's credentials. Both secrets are shown this once: nobody can read them again." })
export class ApiClientCredentials {
  @Field(() => String, { description: 'Sent as `client_key` to `POST /auth/v1/token`.' })
  clientKey: string;

  @Field(() => String, { description: 'Sent as `client_secret`.' })
  clientSecret: string;

  @Field(() => String, {
    description:
      'Signs calls in both directions: the key of `Signature` is this text. A Standard Webhooks library takes it as `whsec_` and '
      + 'its base64 where a callback goes to the address of a charge; a registered webhook has a secret of its own.',
  })
  signatureSecret: string;

  @Field(() => Int, { description: 'Sent as `X-Company-ID`.' })
  companyId: number;

  @Field(() => ApiClient, { description: 'The client.' })
  client: ApiClient;
}

@ObjectType({ description: "A client's new secrets, shown this once." })
export class RotatedApiClientSecrets {
  @Field(() => String, { nullable: true, description: 'Null when it was left as it is.' })
  clientSecret: string | null;

  @Field(() => String, { nullable: true, description: 'Null when it was left as it is.' })
  signatureSecret: string | null;

  @Field(() => ApiClient, { description: 'The client.' })
  client: ApiClient;
}

/** One of a client's two secrets. */
export enum ApiClientSecret {
  CLIENT_SECRET = 'CLIENT_SECRET',
  SIGNATURE_SECRET = 'SIGNATURE_SECRET',
}

registerEnumType(ApiClientSecret, {
  name: 'ApiClientSecret',
  description: "One of a client's two secrets.",
  valuesConfig: {
    CLIENT_SECRET: { description: 'Logs it in. A new one ends the tokens that the old one got.' },
    SIGNATURE_SECRET: { description: 'Signs its calls and our callbacks, from now on only the new one.' },
  },
});

export const ApiClientConnection = Connection<ApiClient>(() => ApiClient, 'ApiClient');
