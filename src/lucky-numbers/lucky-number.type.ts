import { Field, ObjectType } from 'type-graphql';
import { Connection } from '../graphql/connection.js';
import { Order } from '../orders/order.type.js';

export const LuckyNumberConnection = Connection<string>(() => String, 'LuckyNumber');

@ObjectType({ description: 'Who holds a lucky number.' })
export class LuckyNumberOwner {
  @Field(() => String, { description: "The number, zero-padded to the raffle's width." })
  number: string;

  @Field(() => Order, { nullable: true, description: 'The paid order that owns it; null while nobody does.' })
  order: Order | null;
}
