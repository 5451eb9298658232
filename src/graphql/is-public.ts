import type { GraphQLSchema } from 'graphql';
import type { Operation } from './operation.js';
import type { OperationRole } from './roles.js';
import { rootFieldsOf } from './selected-fields.js';

/** Whether anyone may call all that is asked: every field of the operation is PUBLIC, or introspection. */
export function isPublic(schema: GraphQLSchema, asked: Operation): boolean {
  const fields = schema.getRootType(asked.operation.operation)?.getFields();
  return [...rootFieldsOf(asked)].every((name) => {
    const roles = fields?.[name]?.extensions.roles as OperationRole[] | undefined;
    return name.startsWith('__') || roles?.includes('PUBLIC');
  });
}
