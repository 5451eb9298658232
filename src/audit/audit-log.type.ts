import { Field, ID, ObjectType } from 'type-graphql';
import { Connection } from '../graphql/connection.js';
import { User } from '../users/user.type.js';

@ObjectType({ description: 'One thing that an entry says of what was done.' })
export class AuditDetail {
  @Field(() => String, { description: 'What it is, such as `reason`; a name that ends in `Before` says how it was before.' })
  name: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Its value as text: amounts as decimal text in BRL; true or false; times as ISO 8601 UTC; texts that '
      + 'were changed cut after 200 characters. Null where there was none.',
  })
  value: string | null;
}

@ObjectType({
  description:
    'Something that somebody did by hand, or that the service did where a person might ask why. It was written in the same '
    + 'transaction as what it records: there is none without the other. Entries are never changed or deleted.',
})
export class AuditLogEntry {
  @Field(() => ID, { description: 'The number of the entry. Later entries have greater ones, but for those of the same moment.' })
  id: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The UUID of the user or API client who did it. Null for the service itself and for a person at a command line.',
  })
  actorId: string | null;

  @Field(() => User, {
    nullable: true,
    description:
      'The user who did it, a deleted one too. Null when that was no user: an API client, the service itself or a person at a command line.',
  })
  actor?: User | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The network address from which an operator did it. Null for anyone else, and for what was done before it was kept.',
  })
  actorAddress: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The id of the operator's request. The lines that the service logged of that request have it too. Null like `actorAddress`.",
  })
  requestId: string | null;

  @Field(() => String, {
    description:
      'What was done: mostly the name of the operation, such as `refundOrder`; else a word of its own, such as `freezeRaffle` or `sessionReused`.',
  })
  action: string;

  @Field(() => String, {
    description:
      'The type of what it was done to: `apiClient`, `billingOrder`, `faq`, `file`, `late_payment`, `messageText`, `notification`, `order`, `payment`, '
      + '`paymentProvider`, `raffle`, `raffleCategory`, `refund`, `session`, `site`, `unsettledEntry`, `user`, `webhookDelivery`, '
      + '`webhookEndpoint`, `wonPrize`, or one that a later release adds. What belongs to a raffle, such as its prizes and promotions, is written down as the raffle.',
  })
  subjectType: string;

  @Field(() => String, { description: 'Which one of that type: its id or, for a payment provider, its name; 1 for the site.' })
  subjectId: string;

  @Field(() => Date, { description: 'When it was done (ISO 8601 UTC).' })
  createdAt: Date;
}

export const AuditLogEntryConnection = Connection(() => AuditLogEntry, 'AuditLogEntry');
