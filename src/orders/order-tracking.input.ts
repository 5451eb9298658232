import { MaxLength } from 'class-validator';
import { Field, InputType, ObjectType } from 'type-graphql';
import type { OrderTracking as Tracking } from '../quotas/reserve-orders.js';

export type SentTracking = { [Name in keyof Tracking]?: string | null | undefined };

const FIELDS: Record<keyof Tracking, string> = {
  utmSource: 'Which site or app, such as `instagram` (`utm_source`).',
  utmMedium: 'Which kind of link, such as `cpc` (`utm_medium`).',
  utmCampaign: 'Which campaign (`utm_campaign`).',
  utmTerm: 'Which searched words (`utm_term`).',
  utmContent: 'Which of several links (`utm_content`).',
  src: 'The source as Brazilian sales trackers name it (`src`).',
  sck: "The click's key as Brazilian sales trackers name it (`sck`).",
};

function TrackingFields(...rules: PropertyDecorator[]): ClassDecorator {
  return ({ prototype }) => {
    for (const [name, description] of Object.entries(FIELDS)) {
      for (const decorate of [Field(() => String, { nullable: true, description }), ...rules])
        decorate(prototype as object, name);
    }
  };
}

@TrackingFields()
@ObjectType({ description: 'Where the buyer of an order came from, as sent, without spaces around. What was not sent is null.' })
export class OrderTracking {}

@TrackingFields(MaxLength(120))
@InputType({ description: 'Where the buyer came from. Each text has at most 120 characters; a blank one is as one left out.' })
export class OrderTrackingInput {}
