import type { GraphQLSchema } from 'graphql';
import type { OperationRole } from '../graphql/roles.js';
import { selectedFields } from './json-schema.js';
import type { Route } from './route.js';

/** Whether a route reads what is for anyone: its operation is a query whose roles have PUBLIC among them. */
export function isPublicRead(schema: GraphQLSchema, { method, operation, fragments }: Route): boolean {
  if (method !== 'GET') return false;
  const fields = schema.getRootType(operation.operation)?.getFields();
  const asked = selectedFields(operation.selectionSet, fragments);
  return asked.every(
    ({ name }) => (fields?.[name]?.extensions.roles as OperationRole[] | undefined)?.includes('PUBLIC') ?? false,
  );
}
