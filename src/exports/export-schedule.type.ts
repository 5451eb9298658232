import { Max, Min } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { ExportFrequency, OrderStatus } from '../generated/prisma/enums.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { IdField } from '../graphql/id.js';
import { User } from '../users/user.type.js';
import { ExportLanguage } from './export.type.js';

describeEnum('ExportFrequency', ExportFrequency, 'How often an export is made.', {
  DAILY: 'Every day.',
  WEEKLY: 'Once a week.',
  MONTHLY: 'Once a month.',
});

@ObjectType({ description: 'Makes an export of orders again and again.' })
export class ExportSchedule {
  @IdField('schedule')
  id: string;

  @Field(() => ID, { nullable: true, description: 'Only orders of this raffle. Null: of all raffles.' })
  raffleId: string | null;

  @Field(() => String, { nullable: true, description: 'The title of that raffle.' })
  raffleTitle?: string | null;

  @Field(() => OrderStatus, { nullable: true, description: 'Only orders with this status. Null: all.' })
  status: OrderStatus | null;

  @Field(() => ExportLanguage, { description: 'The language of its exports.' })
  language?: ExportLanguage;

  @Field(() => Boolean, {
    description:
      'Whether each export has only the orders that were placed on the whole days since the one before. If not, each has all orders, and '
      + 'only the last two files are kept.',
  })
  onlyNew: boolean;

  @Field(() => ExportFrequency, { description: 'How often.' })
  frequency: ExportFrequency;

  @Field(() => Int, {
    nullable: true,
    description: 'WEEKLY: the weekday, 1 is Monday. MONTHLY: the day of the month. Null: DAILY.',
  })
  day: number | null;

  @Field(() => Int, { description: 'The hour of the day, 0 to 23, in TZ_BUSINESS.' })
  hour: number;

  @Field(() => Date, { description: 'When the next export is made (ISO 8601 UTC), if `isActive`.' })
  nextAt: Date;

  @Field(() => User, { nullable: true, description: 'The operator who made it.' })
  creator?: User | null;

  @Field(() => Boolean, {
    description:
      'Whether exports are made. If not, the operator who made it may not export any more: another one makes a new schedule.',
  })
  isActive?: boolean;
}

@InputType({ description: 'A new schedule of exports.' })
export class CreateExportScheduleInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Only orders of this raffle, by its UUID. NOT_FOUND: no such raffle. Left out: all.',
  })
  raffleId?: string | null;

  @Field(() => OrderStatus, { nullable: true, description: 'Only orders with this status. Left out: all.' })
  status?: OrderStatus | null;

  @Field(() => ExportLanguage, { description: 'The language of the headings and words.' })
  language: ExportLanguage;

  @Field(() => Boolean, {
    description:
      'Whether each export has only orders placed on the whole days since the one before; the first has the last day, seven days or month. '
      + 'If not, each has all orders.',
  })
  onlyNew: boolean;

  @Field(() => ExportFrequency, { description: 'How often.' })
  frequency: ExportFrequency;

  @Field(() => Int, {
    nullable: true,
    description: 'WEEKLY: the weekday, 1 (Monday) to 7. MONTHLY: the day of the month, 1 to 28. Left out: DAILY.',
  })
  day?: number | null;

  @Field(() => Int, { description: 'The hour of the day, 0 to 23, in TZ_BUSINESS.' })
  @Min(0)
  @Max(23)
  hour: number;
}
