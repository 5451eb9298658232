import { Length, Min } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';

/** What both may set. */
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
