import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Connection } from '../graphql/connection.js';
import { IdField } from '../graphql/id.js';

@ObjectType({ description: 'Who won a main prize of a raffle. Drawn once, and never changed.' })
export class Winner {
  @IdField('winner', { isNumber: true })
  id: string;

  @IdField('raffle')
  raffleId: string;

  @Field(() => String, { description: "The raffle's title." })
  raffleTitle: string;

  @Field(() => Int, { description: "The prize's position in the draw, starting at 1." })
  position: number;

  @Field(() => String, { description: "What was won. The raffle's title where it lists no prizes." })
  prize: string;

  @Field(() => String, {
    description: "The lucky number that won, padded with leading zeros to the width of the raffle's numbers.",
  })
  luckyNumber: string;

  @Field(() => String, {
    description: "The winner's name: in full for operators and the winner, for anyone else the first name and the initials.",
  })
  winnerName: string;

  @Field(() => ID, { nullable: true, description: 'The order that won. Null unless the caller is an operator or the winner.' })
  orderId: string | null;

  @Field(() => ID, { nullable: true, description: "The winner's user id. Null unless the caller is an operator or the winner." })
  userId: string | null;

  @Field(() => Date, { description: 'When it was drawn (ISO 8601 UTC).' })
  createdAt: Date;
}

export const WinnerConnection = Connection(() => Winner, 'Winner');
