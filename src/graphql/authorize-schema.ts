import type { FastifyRequest } from 'fastify';
import { isObjectType, type GraphQLField, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import type { App, Context } from '../context.js';
import { requestInfoOf } from '../platform/http/request-info.js';
import type { Principal } from '../platform/principal.js';
import { refuse, joined, textOf } from '../platform/domain-error.js';
import { OperatorRole } from '../generated/prisma/enums.js';
import { CHAPTERS } from './chapters.js';
import { mustEnrol } from './enrolment.js';
import { errorsSentence } from './refuses.js';
import type { OperationRole } from './roles.js';
import { asksForProof } from './step-up.js';

/** Puts the role check in front of every operation, of subscriptions before the stream opens, and describes roles and codes. */
export function authorizeSchema(schema: GraphQLSchema): GraphQLSchema {
  for (const [name, description] of Object.entries(CHAPTERS)) {
    const root = schema.getType(name);
    if (!isObjectType(root)) continue;
    root.description = description;
    for (const field of Object.values(root.getFields())) guard(`${name}.${field.name}`, field);
  }
  return schema;
}

function guard(coordinate: string, field: GraphQLField<unknown, Context>): void {
  const roles = field.extensions.roles as OperationRole[] | undefined;
  if (!roles?.length) throw new Error(`${coordinate} names no role`);
  const operators = roles.includes('ADMIN') ? (field.extensions.operators as readonly OperatorRole[] | undefined) : [];
  if (!operators) throw new Error(`${coordinate} is for operators, and nothing says for which`);
  field.description = [field.description ?? '', rolesSentence(roles, operators), errorsSentence(field)].join('\n\n').trim();
  if (roles.includes('PUBLIC')) return;

  const guarded =
    (resolver: GraphQLFieldResolver<unknown, Context>): GraphQLFieldResolver<unknown, Context> =>
    (source, args, context, info) => {
      requireRole(context.principal, roles, operators);
      if (!asksForProof(field)) return resolver(source, args, context, info);
      return context.requireRecentProof(context).then(() => resolver(source, args, context, info));
    };
  if (field.subscribe) field.subscribe = guarded(field.subscribe);
  else if (field.resolve) field.resolve = guarded(field.resolve);
}

export function rolesSentence(roles: readonly OperationRole[], operators: readonly OperatorRole[]): string {
  const isAll = Object.values(OperatorRole).every((role) => role === 'OWNER' || operators.includes(role));
  const admin = isAll ? 'ADMIN' : `ADMIN (${['OWNER', ...operators].join(', ').toLowerCase()})`;
  return `Roles: ${roles.map((role) => (role === 'ADMIN' ? admin : role)).join(', ')}.`;
}

/** The context of a request that runs no operation. Throws as an operation with these roles. */
export async function contextWithRole(
  app: App,
  request: FastifyRequest,
  roles: readonly OperationRole[],
  operators: readonly OperatorRole[],
): Promise<Context> {
  const context = await app.contextFor(requestInfoOf(request));
  requireRole(context.principal, roles, operators);
  if (mustEnrol(context)) throw refuse('graphql.secondFactorFirst');
  return context;
}

function requireRole(principal: Principal, roles: readonly OperationRole[], operators: readonly OperatorRole[] = []): void {
  if (principal.role === 'PUBLIC') throw refuse('graphql.tokenNeeded');
  if (!roles.some((role) => role === principal.role)) throw refuse('graphql.rolesOnly', { roles: joined('platform.and', roles) });
  if (principal.role !== 'ADMIN' || principal.operatorRole === 'OWNER' || operators.includes(principal.operatorRole)) return;
  throw operators.length > 0
    ? refuse('graphql.operatorsOnly', {
        others: joined(
          'platform.and',
          operators.map((role) => textOf('graphql.operatorRole', { role })),
        ),
      })
    : refuse('graphql.ownerOnly');
}
