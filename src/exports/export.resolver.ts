import { Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { IdArg } from '../graphql/id.js';
import { InputArg } from '../graphql/input-arg.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { StepUp } from '../graphql/step-up.js';
import type { ExportRow } from './export.sql.js';
import * as service from './export.service.js';
import { CreateExportInput, Export, type ExportLanguage } from './export.type.js';

@Resolver(() => Export)
export class ExportResolver {
  @Query(() => [Export], {
    description: 'The exports of all operators, newest first, at most 300. Each is deleted a week after its end.',
    complexity: listOf(service.MOST_KEPT),
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses()
  exports(@Ctx() ctx: Context) {
    return service.listExports(ctx);
  }

  @Query(() => Export, { description: 'An export: how far it is, and whether its file can be downloaded.' })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND')
  export(@Ctx() ctx: Context, @IdArg('export') id: string) {
    return service.findExport(ctx, id);
  }

  @Mutation(() => Export, {
    description:
      'Makes a file of orders in the background. It has the orders that were placed until now. An order is in it if it has the status when its '
      + 'line is written. `GET /v1/exports/{id}/file` sends the file once the export is DONE. The same call again answers the same export, '
      + 'until that is done. CONFLICT: five exports of the caller wait or run, or there are a hundred that no schedule made. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  @StepUp()
  createExport(@Ctx() ctx: Context, @InputArg(() => CreateExportInput) input: CreateExportInput) {
    return service.createExport(ctx, input);
  }

  @Mutation(() => Export, {
    description:
      'Stops an export that waits or runs, and deletes what it has made. Safe to repeat. CONFLICT: it was done or failed. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  stopExport(@Ctx() ctx: Context, @IdArg('export') id: string) {
    return service.stopExport(ctx, id);
  }

  @Mutation(() => Export, {
    description: 'Deletes an export with its file, and returns it as it was. One that runs is stopped. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND')
  deleteExport(@Ctx() ctx: Context, @IdArg('export') id: string) {
    return service.deleteExport(ctx, id);
  }

  @FieldResolver()
  language(@Root() { isEnglish }: ExportRow): ExportLanguage {
    return isEnglish ? 'EN' : 'PT_BR';
  }

  @FieldResolver()
  progress(@Root() row: ExportRow) {
    return service.progressOf(row);
  }

  @FieldResolver()
  estimatedEnd(@Root() row: ExportRow) {
    return row.state === 'RUNNING' ? service.estimatedEnd(row.startedAt, service.progressOf(row)) : null;
  }

  @FieldResolver()
  expiresAt(@Root() row: ExportRow) {
    return service.expiresAt(row);
  }

  @FieldResolver()
  creator(@Root() { createdBy }: ExportRow, @Ctx() ctx: Context) {
    return ctx.loaders.user.load(createdBy);
  }

  @FieldResolver({ complexity: 3 })
  raffleTitle(@Root() { raffleId }: ExportRow, @Ctx() ctx: Context) {
    return service.titleOf(ctx, raffleId);
  }
}
