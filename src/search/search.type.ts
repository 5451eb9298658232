import { Field, ID, ObjectType } from 'type-graphql';
import { describeEnum } from '../graphql/describe-enum.js';

export enum SearchKind {
  PERSON = 'PERSON',
  OPERATOR = 'OPERATOR',
  ORDER = 'ORDER',
  LUCKY_NUMBER = 'LUCKY_NUMBER',
  PAYMENT = 'PAYMENT',
  RAFFLE = 'RAFFLE',
}
describeEnum('SearchKind', SearchKind, 'What a hit of the search is.', {
  PERSON: 'A buyer: `id` is the id of the user, `title` the name.',
  OPERATOR: 'An operator of the service: `id` is the id of the user, `title` the name.',
  ORDER: 'An order: `id` and `title` are its id, `subtitle` the names of its buyer and raffle.',
  LUCKY_NUMBER:
    'A number that a paid order owns: `id` is the id of the order, `title` the number, `subtitle` the names of the buyer and the raffle.',
  PAYMENT: 'A received payment: `id` is the id of the payment, `title` its end-to-end id, `subtitle` the name of the payer.',
  RAFFLE: 'A raffle: `id` is its id, `title` its title, `subtitle` its slug.',
});

export enum SearchMatch {
  NAME = 'NAME',
  PHONE = 'PHONE',
  CPF = 'CPF',
  EMAIL = 'EMAIL',
  ID = 'ID',
  NUMBER = 'NUMBER',
  TXID = 'TXID',
  END_TO_END_ID = 'END_TO_END_ID',
}
describeEnum('SearchMatch', SearchMatch, 'Where a hit has the text that was searched for.', {
  NAME: 'Words of the name begin with each of its words; of a raffle: words of the title or the slug. Accents do not count.',
  PHONE: 'It is the phone: `subtitle` has it as E.164.',
  CPF: 'It is the CPF: `subtitle` has its eleven digits.',
  EMAIL: 'It is the e-mail address: `subtitle` has it.',
  ID: 'It is the id of the order.',
  NUMBER: 'It is the lucky number.',
  TXID: 'It is the txid of the charge of the order.',
  END_TO_END_ID: 'It is the end-to-end id of the payment, or of a payment for the order.',
});

@ObjectType({ description: 'Something that was found.' })
export class SearchHit {
  @Field(() => SearchKind, { description: 'What was found.' })
  kind: SearchKind;

  @Field(() => ID, { description: 'Which one: see the values of `kind`.' })
  id: string;

  @Field(() => String, { description: 'What it is called: see the values of `kind`.' })
  title: string;

  @Field(() => String, {
    nullable: true,
    description:
      'What tells it from others that are called the same: see the values of `kind` and `match`. Null where nothing is known.',
  })
  subtitle: string | null;

  @Field(() => SearchMatch, { description: 'Where it has the text.' })
  match: SearchMatch;
}
