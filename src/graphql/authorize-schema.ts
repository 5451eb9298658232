import { isObjectType, type GraphQLField, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import type { Context } from '../context.js';
import type { Principal } from '../platform/principal.js';
import { DomainError } from '../platform/domain-error.js';
import type { OperationRole } from './roles.js';

const ROOTS = {
  Query: 'What can be read.',
  Mutation: 'What can be done. Each does all of it or nothing.',
  Subscription: 'What can be followed as it changes, over WebSocket (graphql-transport-ws) at the address of queries.',
};

/**
 * Puts the role check in front of every operation, of subscriptions before the stream opens, and writes the roles into
 * its description. Throws when an operation names no role: denied by default means it does not start.
 */
export function authorizeSchema(schema: GraphQLSchema): GraphQLSchema {
  for (const [name, description] of Object.entries(ROOTS)) {
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
  field.description = `${field.description ?? ''}\n\nRoles: ${roles.join(', ')}.`.trim();
  if (roles.includes('PUBLIC')) return;

  const guarded =
    (resolver: GraphQLFieldResolver<unknown, Context>): GraphQLFieldResolver<unknown, Context> =>
    (source, args, context, info) => {
      requireRole(context.principal, roles);
      return resolver(source, args, context, info);
    };
  if (field.subscribe) field.subscribe = guarded(field.subscribe);
  else if (field.resolve) field.resolve = guarded(field.resolve);
}

/** UNAUTHENTICATED without a token, FORBIDDEN with one of another role. */
function requireRole(principal: Principal, roles: OperationRole[]): void {
  if (roles.some((role) => role === principal.role)) return;
  if (principal.role === 'PUBLIC') throw new DomainError('UNAUTHENTICATED', 'This needs an access token: log in first.');
  throw new DomainError('FORBIDDEN', `This is for ${roles.join(' and ')} only.`);
}
