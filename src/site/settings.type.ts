import { Field, ObjectType } from 'type-graphql';
import { describeEnum } from '../graphql/describe-enum.js';

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
  @Field(() => String, { description: "The site's name, on every page. Until it is set, that of the environment (`SITE_NAME`)." })
  siteName: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The colour of the pages, `#rrggbb`. Until it is set, that of the environment (`SITE_COLOR`); null when that has none either, and '
      + 'pages have their own.',
  })
  color: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The https address of the logo. Until it is set, that of the environment (`SITE_LOGO_URL`); null when that has none either, and '
      + 'pages show the name.',
  })
  logoUrl: string | null;

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

  @Field(() => Date, { description: 'When the settings or the tracking ids last changed (ISO 8601 UTC).' })
  updatedAt: Date;
}

/** Ids of the tools that count visitors; never a script. */
export interface TrackingIds {
  metaPixelId: string | null;
  googleAnalyticsId: string | null;
  googleTagManagerId: string | null;
  googleAdsId: string | null;
  tiktokPixelId: string | null;
  kwaiPixelId: string | null;
}

@ObjectType({
  description:
    'The ids of the tools that count the visitors of the site, for front ends that load those tools. The pages of the service itself load '
    + 'no script of others.',
})
export class TrackingInfo {
  @Field(() => String, { nullable: true, description: 'The Meta Pixel: 10 to 20 digits. Null when there is none.' })
  metaPixelId: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Google Analytics 4: `G-` and 4 to 20 capital letters or digits, such as `G-ABC1234567`. Null when there is none.',
  })
  googleAnalyticsId: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Google Tag Manager: `GTM-` and 4 to 12 capital letters or digits, such as `GTM-ABC1234`. Null when there is none.',
  })
  googleTagManagerId: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Google Ads: `AW-` and 6 to 15 digits, such as `AW-123456789`. Null when there is none.',
  })
  googleAdsId: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The TikTok Pixel: 16 to 32 capital letters or digits. Null when there is none.',
  })
  tiktokPixelId: string | null;

  @Field(() => String, { nullable: true, description: 'The Kwai Pixel: 6 to 24 digits. Null when there is none.' })
  kwaiPixelId: string | null;
}
