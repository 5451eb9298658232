import { Matches } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { TRACKING_PATTERNS, type TrackingIds } from './tracking-ids.js';
import { textOf } from '../platform/domain-error.js';

@InputType({
  description:
    'A change of the tracking ids. One left out stays as it is; null takes it away. Anything but an id, such as a script, is refused.',
})
export class UpdateTrackingInfoInput implements Partial<TrackingIds> {
  @Field(() => String, { nullable: true, description: 'The Meta Pixel: 10 to 20 digits.' })
  @IsTrackingId('metaPixelId')
  metaPixelId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Google Analytics 4: `G-` and 4 to 20 capital letters or digits, such as `G-ABC1234567`.',
  })
  @IsTrackingId('googleAnalyticsId')
  googleAnalyticsId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Google Tag Manager: `GTM-` and 4 to 12 capital letters or digits, such as `GTM-ABC1234`.',
  })
  @IsTrackingId('googleTagManagerId')
  googleTagManagerId?: string | null;

  @Field(() => String, { nullable: true, description: 'Google Ads: `AW-` and 6 to 15 digits, such as `AW-123456789`.' })
  @IsTrackingId('googleAdsId')
  googleAdsId?: string | null;

  @Field(() => String, { nullable: true, description: 'The TikTok Pixel: 16 to 32 capital letters or digits.' })
  @IsTrackingId('tiktokPixelId')
  tiktokPixelId?: string | null;

  @Field(() => String, { nullable: true, description: 'The Kwai Pixel: 6 to 24 digits.' })
  @IsTrackingId('kwaiPixelId')
  kwaiPixelId?: string | null;
}

function IsTrackingId(name: keyof TrackingIds): PropertyDecorator {
  const { pattern, like } = TRACKING_PATTERNS[name];
  return Matches(pattern, { context: textOf('site.trackingId', { like }) });
}
