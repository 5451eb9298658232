import { Field, ObjectType } from 'type-graphql';

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
