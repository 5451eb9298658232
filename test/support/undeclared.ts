import { Kind, parse, type GraphQLObjectType } from 'graphql';
import { errorCodesOf } from '../../src/graphql/refuses.js';
import { schema } from '../../src/schema.js';
import type { GraphqlAnswer } from './graphql-client.js';

const ROOTS = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' };

/**
 * What an answer says that its operation does not declare; every answer that tests ask for is held to it. An error without a path is of
 * the request, and one of a field within may also be of that field's arguments.
 */
export function undeclared(query: string, errors: GraphqlAnswer<unknown>['errors']): string | undefined {
  if (!Array.isArray(errors) || !errors.some(({ path }) => path)) return undefined;
  for (const definition of parse(query).definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const fields = (schema.getType(ROOTS[definition.operation]) as GraphQLObjectType).getFields();
    for (const selection of definition.selectionSet.selections) {
      if (selection.kind !== Kind.FIELD) continue;
      const field = fields[selection.name.value];
      if (!field) continue;
      const declared = errorCodesOf(field);
      for (const { path, extensions } of errors) {
        if (path?.[0] !== (selection.alias ?? selection.name).value) continue;
        const code = extensions.code as (typeof declared)[number];
        const isWithin = path.length > 1 && code === 'BAD_USER_INPUT';
        if (!declared.includes(code) && !isWithin) return `${field.name} answered ${code}, which it does not declare`;
      }
    }
  }
  return undefined;
}
