import { getOperationAST, Kind, type ExecutionArgs, type GraphQLSchema } from 'graphql';
import { Extensions } from 'type-graphql';
import type { Principal } from '../platform/principal.js';

/**
 * Of a subscription whose answers depend on nothing of the caller but the role, whatever is asked below it: one answer serves all
 * callers of a role. Any other is answered anew for each caller.
 */
export function SameForRole(): MethodDecorator {
  return Extensions({ sameForRole: true });
}

/** What of the caller decides what a subscription's answers show. */
export function scopeOf(schema: GraphQLSchema, { document, operationName }: ExecutionArgs, principal: Principal): string {
  const [field] = getOperationAST(document, operationName)?.selectionSet.selections ?? [];
  const name = field?.kind === Kind.FIELD ? field.name.value : '';
  const isSameForRole = schema.getSubscriptionType()?.getFields()[name]?.extensions.sameForRole === true;
  return isSameForRole || !('id' in principal) ? principal.role : `${principal.role} ${principal.id}`;
}
