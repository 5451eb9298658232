import { Length, MaxLength } from 'class-validator';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { IsAddress } from '../graphql/is-address.js';

@ObjectType({
  description:
    'A message for the visitors of the site. They see it while it is active, from `startsAt` to before `endsAt`; operators see it at any time.',
})
export class Notification {
  @Field(() => ID, { description: "The notification's UUID." })
  id: string;

  @Field(() => String, { description: 'What it is about.' })
  title: string;

  @Field(() => String, { description: 'What it says, in plain text.', complexity: 8 })
  body: string;

  @Field(() => String, { nullable: true, description: 'The https address where there is more. Null when there is none.' })
  link: string | null;

  @Field(() => Boolean, { description: 'Whether visitors may see it at all.' })
  active: boolean;

  @Field(() => Date, { nullable: true, description: 'From when visitors see it (ISO 8601 UTC). Null: from the beginning.' })
  startsAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'From when on visitors see it no more (ISO 8601 UTC). Null: it has no end.' })
  endsAt: Date | null;

  @Field(() => Date, { description: 'When it was created (ISO 8601 UTC).' })
  createdAt: Date;

  @Field(() => Date, { description: 'When it was last changed (ISO 8601 UTC).' })
  updatedAt: Date;
}

@InputType()
abstract class NotificationInput {
  @Field(() => String, {
    nullable: true,
    description: 'The https address where there is more, at most 500 characters. Default: none.',
  })
  @MaxLength(500)
  @IsAddress({ mayPointInside: true })
  link?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether visitors may see it at all. Default true.' })
  active?: boolean | null;

  @Field(() => Date, { nullable: true, description: 'From when visitors see it (ISO 8601). Default: from now on.' })
  startsAt?: Date | null;

  @Field(() => Date, {
    nullable: true,
    description: 'From when on visitors see it no more (ISO 8601), later than `startsAt`. Default: never.',
  })
  endsAt?: Date | null;
}

@InputType({ description: 'A new notification.' })
export class CreateNotificationInput extends NotificationInput {
  @Field(() => String, { description: 'What it is about, 1 to 120 characters.' })
  @Length(1, 120)
  title: string;

  @Field(() => String, { description: 'What it says, 1 to 2,000 characters of plain text.' })
  @Length(1, 2_000)
  body: string;
}

@InputType({ description: 'A change of a notification. A field left out stays as it is; null takes its default.' })
export class UpdateNotificationInput extends NotificationInput {
  @Field(() => String, { nullable: true, description: 'What it is about, 1 to 120 characters. It must not be null.' })
  @Length(1, 120)
  title?: string | null;

  @Field(() => String, { nullable: true, description: 'What it says, 1 to 2,000 characters of plain text. It must not be null.' })
  @Length(1, 2_000)
  body?: string | null;
}
