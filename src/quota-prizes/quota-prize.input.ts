import { ArrayMaxSize, ArrayMinSize, Length, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import { Field, Float, InputType } from 'type-graphql';

@InputType({ description: 'A new quota prize.' })
export class QuotaPrizeInput {
  @Field(() => String, {
    nullable: true,
    description:
      'The lucky number as printed; zeros in front may be left out. Required, and once in a raffle, unless the raffle has '
      + 'automaticQuotaPrizeDistribution: then it must be left out, since the service draws it.',
  })
  @MaxLength(8)
  luckyNumber?: string | null;

  @Field(() => String, { description: 'What is won, 1 to 120 characters.' })
  @Length(1, 120)
  prize: string;

  @Field(() => Float, {
    nullable: true,
    description:
      'The share of the quotas, in percent with at most two decimals, that is paid before it can be won. 100: by the last quota. '
      + 'From each share on there must be as many quotas for sale as prizes that wait for it. Default 0.',
  })
  @Min(0)
  @Max(100)
  releaseAtPercentage?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether its number is withheld from sale until the prize is unlocked. Default false.',
  })
  isLocked?: boolean | null;
}

@InputType({ description: 'New quota prizes of a raffle.' })
export class CreateQuotaPrizesInput {
  @Field(() => [QuotaPrizeInput], {
    description:
      'The prizes, 1 to 1,000, in a request of 100,000 bytes at most. Their order counts where places are drawn for them.',
  })
  @ArrayMinSize(1)
  @ArrayMaxSize(1_000)
  @ValidateNested()
  prizes: QuotaPrizeInput[];
}
