import { Field, ObjectType } from 'type-graphql';

@ObjectType({
  description:
    'Where the buyer of an order came from, as the page that sold it was told by its address. Kept as sent, without spaces around.',
})
export class OrderTracking {
  @Field(() => String, {
    nullable: true,
    description: 'Which site or app, such as `instagram` (`utm_source`). Null when not sent.',
  })
  utmSource?: string | null;

  @Field(() => String, { nullable: true, description: 'Which kind of link, such as `cpc` (`utm_medium`). Null when not sent.' })
  utmMedium?: string | null;

  @Field(() => String, { nullable: true, description: 'Which campaign (`utm_campaign`). Null when not sent.' })
  utmCampaign?: string | null;

  @Field(() => String, { nullable: true, description: 'Which searched words (`utm_term`). Null when not sent.' })
  utmTerm?: string | null;

  @Field(() => String, { nullable: true, description: 'Which of several links (`utm_content`). Null when not sent.' })
  utmContent?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The source as Brazilian sales trackers name it (`src`). Null when not sent.',
  })
  src?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The click's key as Brazilian sales trackers name it (`sck`). Null when not sent.",
  })
  sck?: string | null;
}
