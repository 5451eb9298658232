import { Field, Float, Int, ObjectType, ID } from 'type-graphql';
import { BoxMode } from '../generated/prisma/enums.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { Connection } from '../graphql/connection.js';
import { Money } from '../graphql/money.js';
import { IdField } from '../graphql/id.js';

describeEnum('AwardedBoxMode', BoxMode, 'How chance decides who wins an awarded box.', {
  PORCENTAGEM: 'Each box of a paid order has a chance of `percentage`, as long as units are left.',
  ALEATORIO:
    'Its units are spread by the public rounds over the quotas that are left. A unit that falls to an order is in one of its boxes; '
    + 'without a free box, and when it is left after the sale, it is drawn at the close among all who paid.',
});

@ObjectType({
  description: 'A prize that boxes of a raffle may hold. A public round after the payment decides which; see `Order.instant`.',
})
export class AwardedBox {
  @IdField('awarded box')
  id: string;

  @IdField('raffle')
  raffleId: string;

  @Field(() => String, { description: 'What is won.' })
  title: string;

  @Field(() => Int, { description: 'How many units of it there are.' })
  quantity: number;

  @Field(() => Money, { description: 'What a unit is worth, in reais.' })
  prize: bigint;

  @Field(() => BoxMode, { description: 'How chance decides who wins a unit.' })
  mode: BoxMode;

  @Field(() => Float, { nullable: true, description: 'The chance of each box in percent. Null for ALEATORIO.' })
  percentage: number | null;

  @Field(() => Float, { description: 'How many percent of the quotas must be paid before a unit is won.' })
  releaseAtPercentage: number;

  @Field(() => Int, { description: 'Units that no paid order has brought out yet.' })
  unitsLeft: number;

  @Field(() => Boolean, { description: 'Whether it is at the close: what is left of it is drawn then, among all who paid.' })
  isLocked: boolean;

  @Field(() => Boolean, { description: 'Whether it was at the close from the beginning, as `commitments.boxesHash` has it.' })
  beganLocked: boolean;
}

export const AwardedBoxConnection = Connection(() => AwardedBox, 'AwardedBox');

@ObjectType({
  description:
    'A combo: an order of `quantityTitles` quotas or more receives `quantityBoxes` boxes when it is paid. Of several it '
    + 'receives those of the highest, or all of them with `acumulativeCombo`.',
})
export class AwardedBoxCombo {
  @IdField('combo')
  id: string;

  @IdField('raffle')
  raffleId: string;

  @Field(() => Int, { description: 'The quotas that an order must have or exceed, those of a bonus included.' })
  quantityTitles: number;

  @Field(() => Int, { description: 'The boxes that such an order receives.' })
  quantityBoxes: number;

  @Field(() => Boolean, { description: 'Whether buyers are shown it. It counts for their orders either way.' })
  visible: boolean;

  @Field(() => Boolean, { description: "Whether the raffle's page should point it out." })
  highlighted: boolean;
}

enum BoxStatus {
  UNOPENED = 'UNOPENED',
  OPENED_PRIZE = 'OPENED_PRIZE',
  OPENED_EMPTY = 'OPENED_EMPTY',
  VOID = 'VOID',
}
describeEnum('AwardedBoxStatus', BoxStatus, 'How a box stands.', {
  UNOPENED: 'The box is closed. What it holds follows from its public round; the service shows it when it is opened.',
  OPENED_PRIZE: 'It was opened and holds `prize`.',
  OPENED_EMPTY: 'It was opened and holds nothing.',
  VOID: 'Its order was refunded. It cannot be opened, and what it held is not won.',
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
    description: 'The winner\'s name: masked, as in "Maria S.", unless the caller is the winner or an operator.',
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
