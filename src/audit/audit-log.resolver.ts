import { Args, ArgsType, Ctx, Field, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { PageArgs } from '../graphql/connection.js';
import { listOf } from '../graphql/cost.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { type AuditFilter, type AuditLogRow, listAuditLog } from './audit-log.service.js';
import { AuditDetail, AuditLogEntry, AuditLogEntryConnection } from './audit-log.type.js';

@ArgsType()
class AuditLogArgs extends PageArgs implements AuditFilter {
  @Field(() => ID, { nullable: true, description: 'Only what this user or API client did, by UUID. Left out: what anybody did.' })
  actorId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only this action, such as `refundOrder`, in the same letters. Left out: all.',
  })
  action?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Only what was done to one thing, of this type; see `AuditLogEntry.subjectType`. It goes together with `subjectId`. Left out: all.',
  })
  subjectType?: string | null;

  @Field(() => String, { nullable: true, description: 'Which one of `subjectType`: its id as an entry has it.' })
  subjectId?: string | null;

  @Field(() => Date, { nullable: true, description: 'Only from this instant on (ISO 8601). Left out: from the beginning.' })
  from?: Date | null;

  @Field(() => Date, { nullable: true, description: 'Only before this instant (ISO 8601). Left out: until now.' })
  to?: Date | null;
}

@Resolver(() => AuditLogEntry)
export class AuditLogResolver {
  @Query(() => AuditLogEntryConnection, {
    description:
      'What operators and the service did, newest first. An entry is listed when it matches every filter that is given. Send '
      + '`subjectType` and `subjectId` together, and `to` after `from`.',
  })
  @Roles('ADMIN', [])
  @Refuses()
  auditLog(@Ctx() ctx: Context, @Args(() => AuditLogArgs) args: AuditLogArgs) {
    return listAuditLog(ctx, args, args);
  }

  @FieldResolver()
  actor(@Root() { actorId }: AuditLogRow, @Ctx() ctx: Context) {
    return actorId === null ? null : ctx.loaders.user.load(actorId);
  }

  @FieldResolver(() => [AuditDetail], {
    description: 'What else there is to say, such as the reason and how it was before; at most 100.',
    complexity: listOf(80),
  })
  details(@Root() { details }: AuditLogRow): AuditDetail[] {
    return Object.entries(details).map(([name, value]) => ({ name, value: value === null ? null : String(value) }));
  }
}
