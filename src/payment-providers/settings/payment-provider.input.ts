import { IsOptional, Length, Matches, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';

const MAX_SECRET_LENGTH = 1_000;
/** A certificate with the chain above it; the request as a whole is bounded anyway. */
const MAX_PEM_LENGTH = 30_000;

@InputType({
  description:
    'What a provider gave us to log in with. Stored encrypted and never answered. What is left out stays as it is, null takes it '
    + 'away.',
})
export class ProviderCredentialsInput {
  @Field(() => String, { nullable: true, description: 'The id of the API client; Paggue calls it client_key.' })
  @IsOptional()
  @Length(1, MAX_SECRET_LENGTH)
  clientId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Its secret. To be sent again when `baseUrl` or `tokenUrl` moves to another host, which it will be sent to.',
  })
  @IsOptional()
  @Length(1, MAX_SECRET_LENGTH)
  clientSecret?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'For mutual TLS: the certificate in PEM. Together with its private key or not at all.',
  })
  @IsOptional()
  @Length(1, MAX_PEM_LENGTH)
  certificatePem?: string | null;

  @Field(() => String, { nullable: true, description: 'For mutual TLS: the private key in PEM, unencrypted.' })
  @IsOptional()
  @Length(1, MAX_PEM_LENGTH)
  privateKeyPem?: string | null;

  @Field(() => String, { nullable: true, description: 'The authorities, in PEM, that are trusted instead of the usual ones.' })
  @IsOptional()
  @Length(1, MAX_PEM_LENGTH)
  caPem?: string | null;

  @Field(() => String, { nullable: true, description: 'The token endpoint, where it is not where the adapter expects it.' })
  @IsOptional()
  @Length(1, MAX_SECRET_LENGTH)
  tokenUrl?: string | null;

  @Field(() => String, { nullable: true, description: "Paggue's: signs our calls, and its callbacks to us." })
  @IsOptional()
  @Length(1, MAX_SECRET_LENGTH)
  signatureSecret?: string | null;
}

@InputType({
  description:
    'A payment provider by its name: made when there is none of that name, otherwise changed where something is sent. '
    + 'Null clears `baseUrl` and `credentials` and is refused elsewhere.',
})
export class UpsertPaymentProviderInput {
  @Field(() => String, { description: '1 to 40 lower-case letters, digits and hyphens. It cannot be changed later.' })
  @MaxLength(40)
  @Matches(/^[a-z0-9]+(-[a-z0-9]+)*$/, { message: 'must be lower-case letters and digits, joined by single hyphens' })
  name: string;

  @Field(() => String, {
    nullable: true,
    description:
      "What it speaks: `static` (no provider: static codes of the PIX key, marked paid by hand), `bacen` (the central bank's "
      + 'API Pix), `paggue`, `pay2m`, or `sandbox` (the development bank; refused in production). Required for a new one, then '
      + 'fixed: what was charged through a provider is consulted, settled and refunded through it.',
  })
  adapter?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether new orders may be charged through it. Default true.' })
  active?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The lowest of the active ones is the default provider. 0 to 1,000,000, default 100.',
  })
  @IsOptional()
  @Min(0)
  @Max(1_000_000)
  priority?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The PIX key to be paid: a CPF, CNPJ, e-mail, mobile phone or random key, in any usual form. Required for a new one.',
  })
  @IsOptional()
  @Length(1, 100)
  pixKey?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Who is paid, 1 to 100 characters; codes have room for 25. Required for a new one.',
  })
  @IsOptional()
  @Length(1, 100)
  merchantName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'In which city, 1 to 100 characters; codes have room for 15. Required for a new one.',
  })
  @IsOptional()
  @Length(1, 100)
  merchantCity?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Where its API begins, version included: "https://pix.example.com/api/v2". Every adapter but `static` needs it.',
  })
  @IsOptional()
  @Length(1, 500)
  baseUrl?: string | null;

  @Field(() => ProviderCredentialsInput, { nullable: true, description: 'Write-only. Null takes all of them away.' })
  @IsOptional()
  @ValidateNested()
  credentials?: ProviderCredentialsInput | null;
}
