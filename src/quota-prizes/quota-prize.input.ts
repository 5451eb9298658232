import { ArrayMaxSize, ArrayMinSize, Length, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import { Field, Float, InputType } from 'type-graphql';

@InputType({ description: 'A new quota prize.' })
export class QuotaPrizeInput {
  @Field(() => String, {
    nullable: true,
    description:
      'The lucky number, unique in the raffle; leading zeros may be left out. Required, but left out with '
      + 'automaticQuotaPrizeDistribution.',
  })
  @MaxLength(8)
  luckyNumber?: string | null;

  @Field(() => String, { description: 'What is won, 1 to 120 characters.' })
  @Length(1, 120)
  prize: string;

  @Field(() => Float, {
    nullable: true,
    description:
      'The percentage of quotas that are paid before it can be won, with at most two decimals. Enough quotas must be left '
      + 'after it. Default 0.',
  })
  @Min(0)
  @Max(100)
  releaseAtPercentage?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether it begins at the close: it is drawn then among all who paid, and its number is not sold. Default false.',
  })
  isLocked?: boolean | null;
}

@InputType({ description: 'New quota prizes of a raffle.' })
export class CreateQuotaPrizesInput {
  @Field(() => [QuotaPrizeInput], { description: 'The prizes, 1 to 1,000, in a request of 100,000 bytes at most.' })
  @ArrayMinSize(1)
  @ArrayMaxSize(1_000)
  @ValidateNested()
  prizes: QuotaPrizeInput[];
}
