import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Connection } from '../graphql/connection.js';
import { Money } from '../graphql/money.js';
import { IdField } from '../graphql/id.js';

/** How a box stands. */
enum BoxStatus {
  UNOPENED = 'UNOPENED',
  OPENED_PRIZE = 'OPENED_PRIZE',
  OPENED_EMPTY = 'OPENED_EMPTY',
  VOID = 'VOID',
}
registerEnumType(BoxStatus, {
  name: 'AwardedBoxStatus',
  description: 'How a box stands.',
  valuesConfig: {
    UNOPENED: {
      description:
        'Nobody has opened it. Whether it holds a prize is told to nobody before the raffle is drawn, when its proof tells of every box.',
    },
    OPENED_PRIZE: { description: 'It was opened and holds `prize`.' },
    OPENED_EMPTY: {
      description: 'It was opened and holds nothing. When sales are over, units that are left may still be drawn into it.',
    },
    VOID: { description: 'Its order was refunded. It cannot be opened, and what it held is not won.' },
  },
});

@ObjectType({ description: 'What a box holds.' })
export class BoxPrize {
  @IdField('awarded box')
  id: string;

  @Field(() => String, { description: 'What is won.' })
  title: string;

  @Field(() => Money, { description: 'What it is worth, in reais.' })
  prize: bigint;
}

@ObjectType({ description: 'A box that a buyer received with a paid order.' })
export class HeldBox {
  @Field(() => ID, { description: "The box's id, an opaque text." })
  id: string;

  @IdField('order', { isNumber: true })
  orderId: string;

  @IdField('raffle')
  raffleId: string;

  @Field(() => Int, { description: 'Its number among the boxes of its order, from 1.' })
  number: number;

  @Field(() => BoxStatus, { description: 'How it stands.' })
  status: `${BoxStatus}`;

  @Field(() => BoxPrize, { nullable: true, description: 'What it holds. Null unless it is OPENED_PRIZE.' })
  prize: BoxPrize | null;
}

export const HeldBoxConnection = Connection(() => HeldBox, 'HeldBox');

@ObjectType({ description: 'The boxes that an order received.' })
export class BoxesOfOrder {
  @Field(() => Int, { description: 'How many there are. 0 for an order that reached no combo, or is not paid.' })
  count: number;

  @Field(() => Int, { description: 'How many of them were opened.' })
  opened: number;

  @Field(() => Boolean, { description: 'Whether they are void, since the order was refunded.' })
  isVoid: boolean;
}

@ObjectType({ description: 'A box that was opened and holds a prize.' })
export class AwardedBoxWinner {
  @Field(() => String, {
    description: 'The winner\'s name: masked, as in "Maria A. S.", unless the caller is the winner or an operator.',
  })
  name: string;

  @Field(() => String, { description: 'What was won.' })
  title: string;

  @Field(() => Money, { description: 'What it is worth, in reais.' })
  prize: bigint;

  @Field(() => Date, { description: 'When the box was opened (ISO 8601 UTC), or drawn into while it was open already.' })
  openedAt: Date;
}

export const AwardedBoxWinnerConnection = Connection(() => AwardedBoxWinner, 'AwardedBoxWinner');
