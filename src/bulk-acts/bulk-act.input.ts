import { ArrayMaxSize, ArrayMinSize, IsOptional, MaxLength } from 'class-validator';
import { Field, ID, InputType } from 'type-graphql';

export const MOST_AT_ONCE = 500;

@InputType({ description: 'Which orders are cancelled.' })
export class CancelOrdersInput {
  @Field(() => [ID], { description: 'The ids of the orders, 1 to 500.' })
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_AT_ONCE)
  orderIds: string[];

  @Field(() => Boolean, { defaultValue: false, description: 'As `force` of `cancelOrder`.' })
  force: boolean;

  @Field(() => String, { nullable: true, description: 'The reason for all of them, at most 200 characters. Left out: none.' })
  @IsOptional()
  @MaxLength(200)
  reason?: string | null;
}

@InputType({ description: 'Which orders are refunded, and why.' })
export class RefundOrdersInput {
  @Field(() => [ID], { description: 'The ids of the orders, 1 to 500.' })
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_AT_ONCE)
  orderIds: string[];

  @Field(() => String, { nullable: true, description: 'The reason for all of them, at most 200 characters. Left out: none.' })
  @IsOptional()
  @MaxLength(200)
  reason?: string | null;
}

@InputType({ description: 'Which users are blocked, and why.' })
export class BlockUsersInput {
  @Field(() => [ID], { description: 'The UUIDs of the users, 1 to 500.' })
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_AT_ONCE)
  userIds: string[];

  @Field(() => String, { description: 'Why, 1 to 500 characters: operators read it, the users do not.' })
  reason: string;
}

@InputType({ description: 'Whose winners were told.' })
export class ContactPrizeWinnersInput {
  @Field(() => [ID], { description: 'The UUIDs of the won prizes, 1 to 500.' })
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_AT_ONCE)
  wonPrizeIds: string[];
}
