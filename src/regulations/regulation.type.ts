import { Field, Int, ObjectType } from 'type-graphql';
import { IdField } from '../graphql/id.js';

@ObjectType({ description: 'The regulation of a raffle, as it was from a moment on. A version never changes.' })
export class RaffleRegulation {
  @IdField('raffle')
  raffleId: string;

  @Field(() => Int, { description: 'The number of the version, starting at 1.' })
  version: number;

  @Field(() => Int, { description: 'The version that applies now. An older one applies to the orders that accepted it.' })
  lastVersion: number;

  @Field(() => String, { description: 'The SHA-256 (hexadecimal) of `text` in UTF-8, which is the file at `url`.' })
  hash: string;

  @Field(() => String, { description: 'The regulation, in Portuguese, in plain text.', complexity: 60 })
  text: string;

  @Field(() => String, { description: 'The path of the text as a file, whose bytes have the hash.' })
  url: string;

  @Field(() => Date, { description: 'From when on it applied (ISO 8601 UTC).' })
  createdAt: Date;
}

@ObjectType({ description: 'The regulation that a buyer accepted with an order.' })
export class AcceptedRegulation {
  @Field(() => Int, { description: 'The version. `raffleRegulation` has its text.' })
  version: number;

  @Field(() => String, { description: 'The SHA-256 (hexadecimal) of its text.' })
  hash: string;

  @Field(() => Date, { description: 'When the order was placed (ISO 8601 UTC).' })
  acceptedAt: Date;
}
