import { Field, ObjectType, registerEnumType } from 'type-graphql';

/** The networks that the site may be found on. */
export const SocialNetwork = {
  INSTAGRAM: 'INSTAGRAM',
  FACEBOOK: 'FACEBOOK',
  TIKTOK: 'TIKTOK',
  YOUTUBE: 'YOUTUBE',
  TELEGRAM: 'TELEGRAM',
  X: 'X',
} as const;
export type SocialNetwork = keyof typeof SocialNetwork;
registerEnumType(SocialNetwork, {
  name: 'SocialNetwork',
  description: 'A network on which the site can be found.',
  valuesConfig: {
    INSTAGRAM: { description: 'At instagram.com.' },
    FACEBOOK: { description: 'At facebook.com, fb.com or fb.me.' },
    TIKTOK: { description: 'At tiktok.com.' },
    YOUTUBE: { description: 'At youtube.com or youtu.be.' },
    TELEGRAM: { description: 'At t.me or telegram.me.' },
    X: { description: 'At x.com or twitter.com.' },
  },
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
