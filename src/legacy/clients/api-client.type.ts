import { Field, ID, Int, ObjectType } from 'type-graphql';
import { describeEnum } from '../../graphql/describe-enum.js';
import { Connection } from '../../graphql/connection.js';
import { Money } from '../../graphql/money.js';

@ObjectType({
  description:
    'A legacy client: an integration that charges by PIX through the paths `/cashin` and `/client`. Its tokens are '
    + 'refused at `/graphql` and under `/v1`.',
})
export class ApiClient {
  @Field(() => ID, { description: "The client's UUID." })
  id: string;

  @Field(() => Int, { description: 'The number that the client sends in the `X-Company-ID` header.' })
  companyId: number;

  @Field(() => String, { description: 'The name that operators gave the client.' })
  name: string;

  @Field(() => String, { description: "The public part of the client's credentials; the other part is the client secret." })
  clientKey: string;

  @Field(() => Boolean, {
    description:
      'Whether every call must carry a `Signature` header: the hexadecimal HMAC-SHA256 of the body with the signature '
      + 'secret as key. When false, a signature is checked only if one is sent.',
  })
  requiresSignature: boolean;

  @Field(() => Money, { description: 'What was paid for its charges less what was refunded.' })
  balance: bigint;

  @Field(() => Date, { nullable: true, description: 'When the client was blocked (ISO 8601 UTC). Null when it is not blocked.' })
  blockedAt: Date | null;

  @Field(() => Date, { description: 'When the client was created (ISO 8601 UTC).' })
  createdAt: Date;
}

@ObjectType({ description: 'The credentials of a new legacy client. Both secrets are returned only here.' })
export class ApiClientCredentials {
  @Field(() => String, { description: 'The client key. The client sends it as `client_key` to `POST /auth/v1/token`.' })
  clientKey: string;

  @Field(() => String, { description: 'The client secret. The client sends it as `client_secret` to `POST /auth/v1/token`.' })
  clientSecret: string;

  @Field(() => String, {
    description:
      'The key of the `Signature` header in both directions; use the text as it is. For Standard Webhooks at the address of a '
      + 'charge the key is `whsec_` and the base64 of this text.',
  })
  signatureSecret: string;

  @Field(() => Int, { description: 'The number that the client sends in the `X-Company-ID` header.' })
  companyId: number;

  @Field(() => ApiClient, { description: 'The client that was created.' })
  client: ApiClient;
}

@ObjectType({ description: 'The new secrets of a legacy client. They are returned only here and cannot be read again.' })
export class RotatedApiClientSecrets {
  @Field(() => String, { nullable: true, description: 'The new client secret. Null when it was not replaced.' })
  clientSecret: string | null;

  @Field(() => String, { nullable: true, description: 'The new signature secret. Null when it was not replaced.' })
  signatureSecret: string | null;

  @Field(() => ApiClient, { description: 'The client that the secrets belong to.' })
  client: ApiClient;
}

export enum ApiClientSecret {
  CLIENT_SECRET = 'CLIENT_SECRET',
  SIGNATURE_SECRET = 'SIGNATURE_SECRET',
}

describeEnum('ApiClientSecret', ApiClientSecret, 'The two secrets of a legacy client.', {
  CLIENT_SECRET: 'Logs the client in. Replacing it also ends the tokens of the old one.',
  SIGNATURE_SECRET: "Signs the client's calls and the callbacks to it.",
});

export const ApiClientConnection = Connection<ApiClient>(() => ApiClient, 'ApiClient');
