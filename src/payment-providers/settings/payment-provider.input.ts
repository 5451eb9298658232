import { IsOptional, Length, Matches, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';
import { textOf } from '../../platform/domain-error.js';

const MAX_SECRET = 1_000;
/** A certificate with the chain above it; the request as a whole is bounded anyway. */
const MAX_PEM = 30_000;

/** An optional text of 1 to `max` characters; null clears it. */
function OptionalText(max: number, description: string): PropertyDecorator {
  const decorators = [Field(() => String, { nullable: true, description }), IsOptional(), Length(1, max)];
  return (target, name) => {
    for (const decorate of decorators) decorate(target, name);
  };
}

@InputType({
  description:
    'The credentials that the payment provider issued. They are stored encrypted and never returned. A field that is '
    + 'left out stays as it is; null removes it.',
})
export class ProviderCredentialsInput {
  @OptionalText(
    MAX_SECRET,
    'The id of the API client; Paggue calls it client_key. Required for `bacen`, `paggue` and `pay2m`. At most 1,000 characters.',
  )
  clientId?: string | null;

  @OptionalText(
    MAX_SECRET,
    'The secret of the API client. Required for `bacen`, `paggue` and `pay2m`. Send it again when `baseUrl` or `tokenUrl` '
      + 'moves to another host. At most 1,000 characters.',
  )
  clientSecret?: string | null;

  @OptionalText(
    MAX_PEM,
    'The client certificate for mutual TLS, in PEM, at most 30,000 characters. Set it together with `privateKeyPem`.',
  )
  certificatePem?: string | null;

  @OptionalText(MAX_PEM, 'The private key for mutual TLS, in PEM and unencrypted, at most 30,000 characters.')
  privateKeyPem?: string | null;

  @OptionalText(MAX_PEM, 'The certificate authorities in PEM to trust instead of the usual ones, at most 30,000 characters.')
  caPem?: string | null;

  @OptionalText(
    MAX_SECRET,
    "The URL of the token endpoint, only when it differs from the adapter's default. At most 1,000 characters.",
  )
  tokenUrl?: string | null;

  @OptionalText(
    MAX_SECRET,
    "Paggue only, and required there: the secret that signs our calls and the provider's callbacks. At most 1,000 characters.",
  )
  signatureSecret?: string | null;
}

@InputType({
  description:
    'The settings of a payment provider. A new name creates a provider; a known name changes only the fields that are '
    + 'sent. Null clears `baseUrl` and `credentials`; for any other field it answers BAD_USER_INPUT.',
})
export class UpsertPaymentProviderInput {
  @Field(() => String, {
    description: "The provider's name, fixed: 1 to 40 lower-case letters and digits, joined by single hyphens, but not `free`.",
  })
  @MaxLength(40)
  @Matches(/^[a-z0-9]+(-[a-z0-9]+)*$/, { context: textOf('paymentProviders.name') })
  name: string;

  @Field(() => String, {
    nullable: true,
    description:
      "`static` (static codes of the PIX key, marked paid by hand), `bacen` (the central bank's API Pix), `paggue`, "
      + '`pay2m` or `sandbox` (the development bank; refused in production). Required for a new provider and then fixed.',
  })
  adapter?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether new orders may be charged through the provider. Default true.' })
  active?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The priority, 0 to 1,000,000. The active provider with the lowest number is the default one. Default 100.',
  })
  @IsOptional()
  @Min(0)
  @Max(1_000_000)
  priority?: number | null;

  @OptionalText(
    100,
    'The PIX key that receives the money, in any usual form: a CPF, CNPJ, e-mail, mobile phone or random key. '
      + 'Required for a new provider.',
  )
  pixKey?: string | null;

  @OptionalText(100, 'The name of the payee, 1 to 100 characters; PIX codes show at most 25. Required for a new provider.')
  merchantName?: string | null;

  @OptionalText(100, 'The city of the payee, 1 to 100 characters; PIX codes show at most 15. Required for a new provider.')
  merchantCity?: string | null;

  @OptionalText(
    500,
    'The base URL of the provider\'s API, version included, such as "https://pix.example.com/api/v2". At most 500 '
      + 'characters. Required for every adapter except `static`.',
  )
  baseUrl?: string | null;

  @Field(() => ProviderCredentialsInput, {
    nullable: true,
    description: "The provider's credentials, write-only. Null removes all of them.",
  })
  @IsOptional()
  @ValidateNested()
  credentials?: ProviderCredentialsInput | null;
}
