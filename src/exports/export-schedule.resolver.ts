import { Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { IdArg } from '../graphql/id.js';
import { InputArg } from '../graphql/input-arg.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { StepUp } from '../graphql/step-up.js';
import { titleOf } from './export.service.js';
import type { ExportLanguage } from './export.type.js';
import * as schedules from './export-schedule.service.js';
import type { ScheduleRow } from './export-schedule.sql.js';
import { CreateExportScheduleInput, ExportSchedule } from './export-schedule.type.js';

@Resolver(() => ExportSchedule)
export class ExportScheduleResolver {
  @Query(() => [ExportSchedule], {
    description: 'The schedules of exports of all operators, oldest first, at most 20.',
    complexity: listOf(20),
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses()
  exportSchedules(@Ctx() ctx: Context) {
    return schedules.listSchedules(ctx);
  }

  @Mutation(() => ExportSchedule, {
    description:
      'Makes an export every day, week or month, as long as the caller may export. If the service was off at several of those times, it makes '
      + 'one export for all of them. CONFLICT: there are 20 schedules. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  @StepUp()
  createExportSchedule(@Ctx() ctx: Context, @InputArg(() => CreateExportScheduleInput) input: CreateExportScheduleInput) {
    return schedules.createSchedule(ctx, input);
  }

  @Mutation(() => ExportSchedule, {
    description: 'Deletes a schedule and returns it as it was. The exports that it made stay until they expire. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND')
  deleteExportSchedule(@Ctx() ctx: Context, @IdArg('schedule') id: string) {
    return schedules.deleteSchedule(ctx, id);
  }

  @FieldResolver()
  language(@Root() { isEnglish }: ScheduleRow): ExportLanguage {
    return isEnglish ? 'EN' : 'PT_BR';
  }

  @FieldResolver()
  creator(@Root() { createdBy }: ScheduleRow, @Ctx() ctx: Context) {
    return ctx.loaders.user.load(createdBy);
  }

  @FieldResolver({ complexity: 3 })
  raffleTitle(@Root() { raffleId }: ScheduleRow, @Ctx() ctx: Context) {
    return titleOf(ctx, raffleId);
  }
}
