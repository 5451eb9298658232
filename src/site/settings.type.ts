import { Matches } from 'class-validator';
import { Field, InputType, ObjectType } from 'type-graphql';
import { describeEnum } from '../graphql/describe-enum.js';
import { textOf } from '../platform/domain-error.js';

export const SocialNetwork = {
  INSTAGRAM: 'INSTAGRAM',
  FACEBOOK: 'FACEBOOK',
  TIKTOK: 'TIKTOK',
  YOUTUBE: 'YOUTUBE',
  TELEGRAM: 'TELEGRAM',
  X: 'X',
} as const;
export type SocialNetwork = keyof typeof SocialNetwork;
describeEnum('SocialNetwork', SocialNetwork, 'A network on which the site can be found.', {
  INSTAGRAM: 'At instagram.com.',
  FACEBOOK: 'At facebook.com, fb.com or fb.me.',
  TIKTOK: 'At tiktok.com.',
  YOUTUBE: 'At youtube.com or youtu.be.',
  TELEGRAM: 'At t.me or telegram.me.',
  X: 'At x.com or twitter.com.',
});

@ObjectType({ description: 'Where the site is found on a network.' })
export class SocialLink {
  @Field(() => SocialNetwork, { description: 'The network.' })
  network: SocialNetwork;

  @Field(() => String, { description: 'The https address there.' })
  url: string;
}

@ObjectType({
  description:
    'Whose site it is and what it says: name, colour, texts and where to ask. A change is seen everywhere within three seconds.',
})
export class Settings {
  @Field(() => String, { description: "The site's name, on every page. Default: that of `SITE_NAME`." })
  siteName: string;

  @Field(() => String, {
    nullable: true,
    description: 'The colour of the pages, `#rrggbb`. Default: that of `SITE_COLOR`. Null: pages have their own.',
  })
  color: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The https address of the logo. Default: that of `SITE_LOGO_URL`. Null: pages show the name.',
  })
  logoUrl: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The slug of the raffle that `/` leads to. Null: `/` lists the raffles, as `/rifas` always does.',
  })
  homeRaffleSlug: string | null;

  @Field(() => String, { nullable: true, description: 'The e-mail address for questions. Null until it is set.' })
  supportEmail: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The WhatsApp number for questions, in E.164, such as "+5511987654321". Null until it is set.',
  })
  supportPhone: string | null;

  @Field(() => [SocialLink], {
    description: 'Where the site is found on networks, each once, at most 6, in the order in which they were sent.',
  })
  socialLinks: SocialLink[];

  @Field(() => String, { nullable: true, description: 'Who runs the site, in plain text. Null until it is set.', complexity: 40 })
  aboutText: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The terms of use, in plain text, also at `/termos`. Null until they are set.',
    complexity: 40,
  })
  termsText: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The privacy notice, in plain text, also at `/privacidade`. Null until it is set.',
    complexity: 40,
  })
  privacyText: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The data protection officer, who answers for personal data (LGPD, art. 41). Null until it is set.',
  })
  dpoName: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The e-mail address of the data protection officer. Null until it is set.',
  })
  dpoEmail: string | null;

  @Field(() => Date, { description: 'When the settings or the tracking ids last changed (ISO 8601 UTC).' })
  updatedAt: Date;
}

/** Exact, so that no value can end an attribute or begin a script. */
@ObjectType()
@InputType()
export abstract class TrackingIds {
  @Field(() => String, { nullable: true, description: 'The Meta Pixel: 10 to 20 digits.' })
  @IsTrackingId(/^\d{10,20}$/, textOf('site.metaPixelId'))
  metaPixelId: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Google Analytics 4: `G-` and 4 to 20 capital letters or digits, such as `G-ABC1234567`.',
  })
  @IsTrackingId(/^G-[A-Z0-9]{4,20}$/, textOf('site.googleAnalyticsId'))
  googleAnalyticsId: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Google Tag Manager: `GTM-` and 4 to 12 capital letters or digits, such as `GTM-ABC1234`.',
  })
  @IsTrackingId(/^GTM-[A-Z0-9]{4,12}$/, textOf('site.googleTagManagerId'))
  googleTagManagerId: string | null;

  @Field(() => String, { nullable: true, description: 'Google Ads: `AW-` and 6 to 15 digits, such as `AW-123456789`.' })
  @IsTrackingId(/^AW-\d{6,15}$/, textOf('site.googleAdsId'))
  googleAdsId: string | null;

  @Field(() => String, { nullable: true, description: 'The TikTok Pixel: 16 to 32 capital letters or digits.' })
  @IsTrackingId(/^[A-Z0-9]{16,32}$/, textOf('site.tiktokPixelId'))
  tiktokPixelId: string | null;

  @Field(() => String, { nullable: true, description: 'The Kwai Pixel: 6 to 24 digits.' })
  @IsTrackingId(/^\d{6,24}$/, textOf('site.kwaiPixelId'))
  kwaiPixelId: string | null;
}

function IsTrackingId(pattern: RegExp, like: ReturnType<typeof textOf>): PropertyDecorator {
  return Matches(pattern, { context: textOf('site.trackingId', { like }) });
}

@ObjectType({
  description:
    'The ids of the tools that count visitors, for other front ends. The pages of the service itself load no such tool.',
})
export class TrackingInfo extends TrackingIds {}
