import { Length, Min } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';

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

@InputType()
abstract class FaqInput {
  @Field(() => Boolean, { nullable: true, description: 'Whether visitors see it. Default true.' })
  active?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Its place, from 1 on; the others move so that each place is there once. Beyond the last, and by default: at the end.',
  })
  @Min(1)
  position?: number | null;
}

@InputType({ description: 'A new FAQ.' })
export class CreateFaqInput extends FaqInput {
  @Field(() => String, { description: 'The question, 1 to 300 characters.' })
  @Length(1, 300)
  question: string;

  @Field(() => String, { description: 'The answer, 1 to 4,000 characters of plain text.' })
  @Length(1, 4_000)
  answer: string;
}

@InputType({ description: 'A change of a FAQ. A field left out stays as it is; null takes its default.' })
export class UpdateFaqInput extends FaqInput {
  @Field(() => String, { nullable: true, description: 'The question, 1 to 300 characters. It must not be null.' })
  @Length(1, 300)
  question?: string | null;

  @Field(() => String, { nullable: true, description: 'The answer, 1 to 4,000 characters of plain text. It must not be null.' })
  @Length(1, 4_000)
  answer?: string | null;
}
