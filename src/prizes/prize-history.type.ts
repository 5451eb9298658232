import { Field, Int, ObjectType } from 'type-graphql';
import { describeEnum } from '../graphql/describe-enum.js';

enum PrizeEventKind {
  RELEASED = 'RELEASED',
  SENT_TO_CLOSE = 'SENT_TO_CLOSE',
  RETURNED_TO_CLOSE = 'RETURNED_TO_CLOSE',
  WON = 'WON',
  WON_AT_CLOSE = 'WON_AT_CLOSE',
}
describeEnum('PrizeEventKind', PrizeEventKind, 'What happened to an awarded box or a quota prize.', {
  RELEASED: 'So many quotas were paid that it came into play.',
  SENT_TO_CLOSE: 'An operator sent what was left of it to the close.',
  RETURNED_TO_CLOSE: 'A bank took back what paid the order that had won. `units` of it are drawn again at the close.',
  WON: 'It, or a unit of it, was won during the sale, and the winner may know it: a box when it is opened.',
  WON_AT_CLOSE: 'It, or a unit of it, was drawn after the sale among all who paid.',
});

@ObjectType({ description: 'An event of an awarded box or a quota prize.' })
export class PrizeEvent {
  @Field(() => PrizeEventKind, { description: 'What happened.' })
  kind: `${PrizeEventKind}`;

  @Field(() => Date, { description: 'When it happened (ISO 8601 UTC).' })
  at: Date;

  @Field(() => Int, { nullable: true, description: 'How many units came back. Only of RETURNED_TO_CLOSE.' })
  units: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'The lucky number that won. Null of a prize in a box, and before it is won.',
  })
  luckyNumber: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The winner\'s name: masked, as in "Maria S.", unless the caller is the winner or an operator. Null before it is won, and of boxes '
      + 'in a raffle without `showAwardedBoxesWinners`.',
  })
  winnerName: string | null;
}
