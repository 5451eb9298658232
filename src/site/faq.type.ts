import { Field, ID, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A question that is often asked, and its answer. Visitors see it while it is active.' })
export class Faq {
  @Field(() => ID, { description: "The FAQ's UUID." })
  id: string;

  @Field(() => String, { description: 'The question.', complexity: 2 })
  question: string;

  @Field(() => String, { description: 'The answer, in plain text.', complexity: 12 })
  answer: string;

  @Field(() => Int, {
    description: 'Its place among all FAQs, those included that are not active: 1 to as many as there are, each once.',
  })
  position: number;

  @Field(() => Boolean, { description: 'Whether visitors see it.' })
  active: boolean;

  @Field(() => Date, { description: 'When it was created (ISO 8601 UTC).' })
  createdAt: Date;

  @Field(() => Date, { description: 'When its texts or `active` last changed (ISO 8601 UTC).' })
  updatedAt: Date;
}
