import { Length } from 'class-validator';
import { Field, InputType, ObjectType } from 'type-graphql';
import { FilteredList } from '../generated/prisma/enums.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { IdField } from '../graphql/id.js';
import { LONGEST_NAME, LONGEST_QUERY } from './saved-filter-limits.js';

describeEnum('FilteredList', FilteredList, 'A list of the dashboard whose filter can be kept.', {
  ORDERS: 'All orders.',
  PEOPLE: 'Buyers and operators.',
  AUDIT: 'The audit log.',
});

@ObjectType({ description: 'What the caller often filters a list by.' })
export class SavedFilter {
  @IdField('filter')
  id: string;

  @Field(() => FilteredList, { description: 'The list that it filters.' })
  list: FilteredList;

  @Field(() => String, { description: 'By which the operator knows it.' })
  name: string;

  @Field(() => String, { description: "The query string of the list's address, such as `status=PENDING`." })
  query: string;
}

@InputType({ description: 'A filter to keep.' })
export class SaveFilterInput {
  @Field(() => FilteredList, { description: 'The list that it filters.' })
  list: FilteredList;

  @Field(() => String, {
    description:
      'By which the operator knows it, such as "Unpaid": 1 to 40 characters, not blank. No name of a buyer: it would stay after the buyer '
      + 'was deleted.',
  })
  @Length(1, LONGEST_NAME)
  name: string;

  @Field(() => String, {
    description:
      "The query string of the list's address, 1 to 500 characters. Of ORDERS `status`, `raffle` (a UUID), `from` and `to`; of PEOPLE `kind` (buyers, blocked or "
      + 'operators); of AUDIT `action`, `actorId` (a UUID), `from` and `to`. Days are written as in 2026-11-30. No phone or CPF: it would '
      + 'stay after its person was deleted.',
  })
  @Length(1, LONGEST_QUERY)
  query: string;
}
