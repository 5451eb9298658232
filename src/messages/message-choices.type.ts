import { ArrayMaxSize } from 'class-validator';
import { Field, InputType, ObjectType } from 'type-graphql';
import { MessageKind } from '../generated/prisma/enums.js';
import { describeEnum } from '../graphql/describe-enum.js';

describeEnum('MessageKind', MessageKind, 'What a message to a buyer tells.', {
  CODE: 'A code that somebody asked for. It cannot be chosen away.',
  ORDER_PAID: 'An order was paid, with its first lucky numbers.',
  ORDER_EXPIRING: 'An unpaid order is about to expire.',
  ORDER_REFUNDED: 'A paid order was refunded in full.',
  MONEY_RETURNED:
    'Money went back to who paid an order that is not ORDER_REFUNDED: it was paid too late, twice or refunded in part.',
  DRAW_SOON: 'A raffle in which the buyer has numbers is drawn within a day.',
  PRIZE_WON: 'A prize was won, and until when it must be claimed.',
  PRIZE_DELIVERED: 'An operator recorded that a prize was delivered.',
});

export const MessageLanguage = { PT_BR: 'PT_BR', EN: 'EN' } as const;
export type MessageLanguage = keyof typeof MessageLanguage;

describeEnum('MessageLanguage', MessageLanguage, 'The language of a message.', {
  PT_BR: 'Portuguese of Brazil.',
  EN: 'English.',
});

@ObjectType({ description: 'Which messages come to a buyer.' })
export class MessageChoices {
  @Field(() => [MessageKind], { description: 'The kinds that come. CODE always comes, and is not in the list.' })
  wanted: MessageKind[];

  @Field(() => MessageLanguage, {
    description: 'The language of the messages. PT_BR when it is not known, and for a link.',
  })
  language: MessageLanguage;
}

@InputType({ description: 'Which messages a buyer wants.' })
export class ChooseMessagesInput {
  @Field(() => [MessageKind], { description: 'The kinds that shall come. All others but CODE do not come any more.' })
  @ArrayMaxSize(20)
  wanted: MessageKind[];

  @Field(() => MessageLanguage, { nullable: true, description: 'The language from now on. Left out, or null: as it is.' })
  language?: MessageLanguage | null;
}
