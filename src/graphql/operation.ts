import type { DocumentNode, OperationDefinitionNode } from 'graphql';

/** A valid operation, with its variables as they were sent. */
export interface Operation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
}
