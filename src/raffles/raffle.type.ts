import { Field, Int, ObjectType } from 'type-graphql';
import { Connection } from '../graphql/connection.js';
import { IdField } from '../graphql/id.js';
import { CertificateStanding } from './raffle-enums.type.js';
import { RaffleObjectFields } from './raffle-field-decorators.input.js';

@ObjectType({ description: 'A category that raffles are grouped by.' })
export class RaffleCategory {
  @IdField('category')
  id: string;

  @Field(() => String, { description: "The category's name, unique among categories." })
  name: string;

  @Field(() => Date, { description: 'When the category was created (ISO 8601 UTC).' })
  createdAt: Date;
}

@ObjectType({ description: 'A main prize of a raffle.' })
class RafflePrize {
  @Field(() => Int, { description: 'The position in the draw, starting at 1.' })
  position: number;

  @Field(() => String, { description: 'What is won.' })
  title: string;

  @Field(() => String, { nullable: true, description: 'More about the prize. Null when none is given.', complexity: 8 })
  description: string | null;

  @Field(() => String, { nullable: true, description: 'The URL of its picture. Null when none is set.', complexity: 2 })
  photoUrl: string | null;
}

@RaffleObjectFields()
@ObjectType({
  description: 'A raffle: quotas sold at one price. Each paid quota gives its buyer one lucky number in the draw of the prizes.',
})
export class Raffle {
  @IdField('raffle')
  id: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The version of the raffle. It increases by one with every change. Null for callers who are no operators.',
  })
  version: number | null;

  @Field(() => RaffleCategory, { nullable: true, description: 'The category the raffle belongs to. Null when it has none.' })
  category: RaffleCategory | null;

  @Field(() => [RafflePrize], { description: 'The main prizes in the sequence they are drawn, at most 20.' })
  prizes: RafflePrize[];

  @Field(() => Date, {
    nullable: true,
    description: 'When the raffle was frozen for its draw (ISO 8601 UTC): from then on no order joins or leaves it. Null before.',
  })
  frozenAt: Date | null;

  @Field(() => String, {
    description: 'The SHA-256 (hexadecimal) of the secret behind the lucky numbers, to check them after the draw.',
  })
  secretHash: string;

  @Field(() => CertificateStanding, {
    nullable: true,
    description: 'Whether the certificate of authorisation is valid today. Null when there is no `certificateCode`.',
  })
  certificateStanding: CertificateStanding | null;

  @Field(() => Date, { description: 'When the raffle was created (ISO 8601 UTC).' })
  createdAt: Date;

  @Field(() => Date, { description: 'When the raffle was last changed (ISO 8601 UTC).' })
  updatedAt: Date;
}

/** The largest row: the cost counts its texts even if they are not selected. */
export const RAFFLE_ROW = 12;

export const RaffleConnection = Connection(() => Raffle, 'Raffle');
