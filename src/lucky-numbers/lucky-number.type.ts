import { Field, ObjectType } from 'type-graphql';
import { Connection } from '../graphql/connection.js';
import { Order } from '../orders/order.type.js';

export const LuckyNumberConnection = Connection<string>(() => String, 'LuckyNumber');

@ObjectType({ description: 'A lucky number and the order that owns it.' })
export class LuckyNumberOwner {
  @Field(() => String, {
    description: "The lucky number as text, padded with leading zeros to the width of the raffle's numbers.",
  })
  number: string;

  @Field(() => Order, { nullable: true, description: 'The paid order that owns the number. Null when no paid order owns it.' })
  order: Order | null;
}
