import type { DocumentNode, OperationDefinitionNode } from 'graphql';

/** An operation of a document that is valid for the schema, with its variables as they came. */
export interface Operation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
}
