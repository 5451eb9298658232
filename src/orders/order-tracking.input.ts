import { IsOptional, MaxLength } from 'class-validator';
import { Field, InputType } from 'type-graphql';

const MAX_LENGTH = 120;

@InputType({ description: 'Where the buyer came from. Each text has at most 120 characters; a blank one is as one left out.' })
export class OrderTrackingInput {
  @Field(() => String, { nullable: true, description: 'Which site or app, such as `instagram` (`utm_source`).' })
  @IsOptional()
  @MaxLength(MAX_LENGTH)
  utmSource?: string | null;

  @Field(() => String, { nullable: true, description: 'Which kind of link, such as `cpc` (`utm_medium`).' })
  @IsOptional()
  @MaxLength(MAX_LENGTH)
  utmMedium?: string | null;

  @Field(() => String, { nullable: true, description: 'Which campaign (`utm_campaign`).' })
  @IsOptional()
  @MaxLength(MAX_LENGTH)
  utmCampaign?: string | null;

  @Field(() => String, { nullable: true, description: 'Which searched words (`utm_term`).' })
  @IsOptional()
  @MaxLength(MAX_LENGTH)
  utmTerm?: string | null;

  @Field(() => String, { nullable: true, description: 'Which of several links (`utm_content`).' })
  @IsOptional()
  @MaxLength(MAX_LENGTH)
  utmContent?: string | null;

  @Field(() => String, { nullable: true, description: 'The source as Brazilian sales trackers name it (`src`).' })
  @IsOptional()
  @MaxLength(MAX_LENGTH)
  src?: string | null;

  @Field(() => String, { nullable: true, description: "The click's key as Brazilian sales trackers name it (`sck`)." })
  @IsOptional()
  @MaxLength(MAX_LENGTH)
  sck?: string | null;
}
