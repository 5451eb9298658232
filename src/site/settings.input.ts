import { isValidCnpj } from '@brazilian-utils/brazilian-utils';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsEmail,
  Length,
  Matches,
  MaxLength,
  ValidateBy,
  ValidateNested,
  type ValidationArguments,
} from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { IsPhone } from '../users/input-rules.js';
import { SocialNetwork, TrackingIds } from './settings.type.js';
import { IsAddress } from '../graphql/is-address.js';
import { networkUrl } from './social-link.js';
import { textOf } from '../platform/domain-error.js';

const MAX_TEXT = 20_000;

@InputType({ description: 'Where the site is found on a network.' })
export class SocialLinkInput {
  @Field(() => SocialNetwork, { description: 'The network, named once.' })
  network: SocialNetwork;

  @Field(() => String, {
    description:
      'The handle there, such as `@rifas`: at most 60 letters, digits, `_`, `.` or `-`. Or an https address of that network, at most 300 characters.',
  })
  @ValidateBy(
    {
      name: 'isOfNetwork',
      validator: {
        validate: (link: unknown, args?: ValidationArguments) =>
          args !== undefined
          && typeof link === 'string'
          && networkUrl((args.object as SocialLinkInput).network, link) !== undefined,
      },
    },
    { context: textOf('site.handle') },
  )
  link: string;
}

@InputType({ description: 'A change of the settings. A field left out stays as it is; null or a blank text unsets it.' })
export class UpdateSettingsInput {
  @Field(() => String, {
    nullable: true,
    description: "The site's name, 1 to 60 characters, not blank. Null: that of the environment (`SITE_NAME`).",
  })
  @Length(1, 60)
  siteName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The colour of the pages, `#rrggbb`. Null: that of the environment (`SITE_COLOR`).',
  })
  @Matches(/^#[\da-f]{6}$/i, { context: textOf('site.color', { example: '#0a6b4f' }) })
  color?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The https address of the logo, at most 500 characters. Null: that of the environment (`SITE_LOGO_URL`).',
  })
  @MaxLength(500)
  @IsAddress()
  logoUrl?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The slug of the raffle that `/` leads to, for a site with one raffle: 1 to 80 small letters, digits and hyphens. Null, or no public raffle of this slug: `/` lists the raffles.',
  })
  @Matches(/^[a-z0-9-]{1,80}$/, { context: textOf('raffles.slug') })
  homeRaffleSlug?: string | null;

  @Field(() => String, { nullable: true, description: 'The e-mail address for questions, at most 254 characters.' })
  @MaxLength(254)
  @IsEmail()
  supportEmail?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The WhatsApp number for questions: Brazilian with its area code, or beginning with + and a country code.',
  })
  @IsPhone()
  supportPhone?: string | null;

  @Field(() => [SocialLinkInput], {
    nullable: true,
    description: 'Where the site is found on networks: replaces all of them, each network once, at most 6. Null: nowhere.',
  })
  @ArrayMaxSize(6)
  @ArrayUnique(({ network }: SocialLinkInput) => network, { context: textOf('site.networkOnce') })
  @ValidateNested()
  socialLinks?: SocialLinkInput[] | null;

  @Field(() => String, { nullable: true, description: 'Who runs the site, in plain text, 1 to 20,000 characters.' })
  @Length(1, MAX_TEXT)
  aboutText?: string | null;

  @Field(() => String, { nullable: true, description: 'The terms of use, in plain text, 1 to 20,000 characters.' })
  @Length(1, MAX_TEXT)
  termsText?: string | null;

  @Field(() => String, { nullable: true, description: 'The privacy notice, in plain text, 1 to 20,000 characters.' })
  @Length(1, MAX_TEXT)
  privacyText?: string | null;

  @Field(() => String, { nullable: true, description: 'The name of the company that runs the site, 1 to 120 characters.' })
  @Length(1, 120)
  companyName?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The company's CNPJ, with or without punctuation, of digits or of the letters and digits that newer ones have. Its check digits must be right.",
  })
  @ValidateBy(
    {
      name: 'isCnpj',
      validator: {
        validate: (text: unknown) => typeof text === 'string' && isValidCnpj(text, { version: 2 }),
      },
    },
    { context: textOf('site.cnpj') },
  )
  cnpj?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether the public sees the company's name and CNPJ. Null: no, the default. `Raffle.promoter` shows them of paid raffles anyway.",
  })
  showCompany?: boolean | null;

  @Field(() => String, { nullable: true, description: 'The name of the data protection officer, 1 to 120 characters.' })
  @Length(1, 120)
  dpoName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The e-mail address of the data protection officer, at most 254 characters.',
  })
  @MaxLength(254)
  @IsEmail()
  dpoEmail?: string | null;

  @Field(() => String, { nullable: true, description: 'Notes among operators, 1 to 2,000 characters. Visitors never see them.' })
  @Length(1, 2_000)
  notes?: string | null;
}

@InputType({ description: 'A change of the tracking ids. One left out stays as it is; null removes it.' })
export class UpdateTrackingInfoInput extends TrackingIds {}
