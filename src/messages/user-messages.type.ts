import { Field, ObjectType } from 'type-graphql';
import { MessageChannel, MessageKind, MessageStatus } from '../generated/prisma/enums.js';
import { Connection } from '../graphql/connection.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { IdField } from '../graphql/id.js';

describeEnum('MessageChannel', MessageChannel, 'By which way a message goes.', {
  EMAIL: 'By e-mail.',
  WHATSAPP: 'By the sender of the operator, which receives the webhook event MESSAGE_DUE.',
});

describeEnum('MessageStatus', MessageStatus, 'What became of a message.', {
  PENDING: 'It is about to be sent.',
  SENT: 'The mail server took it, or the webhook event was written.',
  DROPPED: 'The buyer does not want this kind, has no such contact any more or is blocked, or it came too late.',
  DEAD: 'It was refused for good, or until it was too late.',
});

@ObjectType({ description: 'A message to a buyer. Its text is made when it is sent, and is not kept.' })
export class UserMessage {
  @IdField('message')
  id: string;

  @Field(() => MessageKind, { description: 'What it tells.' })
  kind: MessageKind;

  @Field(() => MessageChannel, { description: 'By which way it goes.' })
  channel: MessageChannel;

  @Field(() => MessageStatus, { description: 'What became of it.' })
  status: MessageStatus;

  @Field(() => String, {
    description: 'What it is about: the id of an order or prize, or that of a raffle and the time of its draw.',
  })
  subject: string;

  @Field(() => String, {
    nullable: true,
    description: 'The code of the mail server or of the network with which it last failed. Null when it did not.',
  })
  lastError: string | null;

  @Field(() => Boolean, { description: 'Whether `resendMessage` sends it once more.' })
  isResendable: boolean;

  @Field(() => Date, { description: 'When it was written (ISO 8601 UTC).' })
  createdAt: Date;

  @Field(() => Date, { nullable: true, description: 'When it was sent or given up (ISO 8601 UTC). Null before.' })
  endedAt: Date | null;
}

export const UserMessageConnection = Connection<UserMessage>(() => UserMessage, 'UserMessage');
