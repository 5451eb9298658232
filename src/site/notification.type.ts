import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({
  description:
    'What visitors are told on the site. They see it while it is active, from `startsAt` to before `endsAt`; operators see it at any time.',
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
