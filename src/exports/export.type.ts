import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { ExportState, OrderStatus } from '../generated/prisma/enums.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { IdField } from '../graphql/id.js';
import { User } from '../users/user.type.js';

describeEnum('ExportState', ExportState, 'How far an export is.', {
  WAITING: 'No process has begun yet.',
  RUNNING: 'It is made, and goes on after a crash where it was.',
  DONE: 'The file is whole, and can be downloaded until `expiresAt`.',
  FAILED: 'It failed several times in the same place. There is no file: make another one.',
  STOPPED: 'An operator stopped it. There is no file.',
});

export const ExportLanguage = { PT_BR: 'PT_BR', EN: 'EN' } as const;
export type ExportLanguage = keyof typeof ExportLanguage;

describeEnum('ExportLanguage', ExportLanguage, 'The language of the headings and of the words in an export.', {
  PT_BR: 'Portuguese of Brazil.',
  EN: 'English.',
});

@ObjectType({ description: 'A file of orders with their buyers and lucky numbers, made in the background.' })
export class Export {
  @IdField('export')
  id: string;

  @Field(() => ExportState, { description: 'How far it is.' })
  state: ExportState;

  @Field(() => ID, { nullable: true, description: 'Only orders of this raffle. Null: of all raffles.' })
  raffleId: string | null;

  @Field(() => String, { nullable: true, description: 'The title of that raffle.' })
  raffleTitle?: string | null;

  @Field(() => OrderStatus, {
    nullable: true,
    description: 'Only orders that had this status when their lines were made. Null: all.',
  })
  status: OrderStatus | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Only orders placed from this instant on (ISO 8601 UTC). Null: from the first.',
  })
  placedFrom: Date | null;

  @Field(() => Date, {
    description: 'Only orders placed before this instant (ISO 8601 UTC): at the latest, when the export was asked for.',
  })
  placedTo: Date;

  @Field(() => ExportLanguage, { description: 'Its language.' })
  language?: ExportLanguage;

  @Field(() => Int, { description: 'How many orders are in the file.' })
  rowsDone: number;

  @Field(() => Int, {
    nullable: true,
    description: 'About how many there will be. Null with a time of placing, which nothing counts.',
  })
  rowsTotal: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'The part that is done, 0 to 1: of the orders, or of the time of placing. Null: it cannot be said.',
  })
  progress?: number | null;

  @Field(() => Date, {
    nullable: true,
    description:
      'When it will be done (ISO 8601 UTC), if it goes on as fast as until now. Null: it cannot be said, or it has ended.',
  })
  estimatedEnd?: Date | null;

  @Field(() => User, { nullable: true, description: 'The operator who asked for it, or who made its schedule.' })
  creator?: User | null;

  @Field(() => Boolean, { description: 'Whether a schedule made it, also when that schedule is deleted.' })
  isScheduled: boolean;

  @Field(() => Date, { description: 'When it was asked for (ISO 8601 UTC).' })
  createdAt: Date;

  @Field(() => Date, { nullable: true, description: 'When a process began with it (ISO 8601 UTC). Null: not yet.' })
  startedAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'When it was done, failed or was stopped (ISO 8601 UTC). Null: not yet.' })
  endedAt: Date | null;

  @Field(() => Date, {
    nullable: true,
    description: 'When it is deleted with its file (ISO 8601 UTC), a week after its end. Null: it has not ended.',
  })
  expiresAt?: Date | null;
}

@InputType({ description: 'Which orders an export has, and in which language. Every condition that is given must hold.' })
export class CreateExportInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Only orders of this raffle, by its UUID. NOT_FOUND: no such raffle. Left out: all.',
  })
  raffleId?: string | null;

  @Field(() => OrderStatus, { nullable: true, description: 'Only orders with this status. Left out: all.' })
  status?: OrderStatus | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Only orders placed from this instant on (ISO 8601). Left out: from the first.',
  })
  from?: Date | null;

  @Field(() => Date, { nullable: true, description: 'Only orders placed before this instant (ISO 8601). Left out: until now.' })
  to?: Date | null;

  @Field(() => ExportLanguage, { description: 'The language of the headings and words.' })
  language: ExportLanguage;
}
