import { Length, Max, Min } from 'class-validator';
import { GraphQLDate } from 'graphql-scalars';
import { Int } from 'type-graphql';
import { FIXED, type FieldDeclaration } from './field-declaration.input.js';

/** What the law asks of a raffle: https://www.planalto.gov.br/ccivil_03/leis/l5768.htm */
export const LAW_FIELDS = {
  certificateCode: {
    type: () => String,
    description: 'The code of the legal authorisation.',
    input: '1 to 80 characters. In production a paid PUBLIC raffle cannot leave DRAFT without it, except to CANCELLED.',
    rules: [Length(1, 80)],
  },
  certificateIssuer: {
    type: () => String,
    description: 'Who issued the authorisation, such as "SPA/MF".',
    input: '1 to 120 characters, only with `certificateCode`.',
    rules: [Length(1, 120)],
  },
  certificateValidFrom: {
    type: () => GraphQLDate,
    description:
      'The first day of the authorisation (YYYY-MM-DD), in the time zone of the business. No order is accepted before, whatever the status.',
    input: 'Only with `certificateCode`.',
  },
  certificateValidUntil: {
    type: () => GraphQLDate,
    description:
      'The last day of the authorisation (YYYY-MM-DD), in the time zone of the business. No order is accepted after it, whatever the '
      + 'status; one that was placed in time may still be paid.',
    input: 'Only with `certificateCode`, and not before `certificateValidFrom`.',
  },
  adultsOnly: {
    type: () => Boolean,
    description:
      'Whether a paid raffle is for buyers of 18 years or more only. An order of a buyer whose birth date says less is refused; who accepts '
      + 'the regulation states to be of age. It says nothing of a free raffle.',
  },
  regulationText: {
    type: () => String,
    description: "What the promoter adds to the raffle's regulation, in plain text.",
    input: '1 to 10,000 characters. A change makes a new version of the regulation.',
    rules: [Length(1, 10_000)],
    complexity: 20,
  },
  prizeClaimDays: {
    type: () => Int,
    description: `Within how many days of the win a winner must claim a prize. It lapses otherwise (Lei 5.768/1971, art. 6). ${FIXED}`,
    input: '180 to 3,650.',
    rules: [Min(180), Max(3_650)],
  },
} satisfies Record<string, FieldDeclaration>;
