import { Kind, parse, type OperationDefinitionNode } from 'graphql';
import type { App } from '../context.js';
import type { TypedDocumentString } from '../generated/client/operations.js';
import type { Executor } from '../graphql/executor.js';
import { refuse } from '../platform/domain-error.js';

/** Reads what a page shows by the client's own documents, as the public. Undefined: there is no such thing. */
export type PageRead<Data, Variables> = (variables: Variables) => Promise<Data | undefined>;

export type PageReads = ReturnType<typeof createPageReads>;

export function createPageReads({ app, executor }: { app: App; executor: Executor }) {
  return <Data, Variables extends Record<string, unknown>>(
    text: TypedDocumentString<Data, Variables>,
  ): PageRead<Data, Variables> => {
    const document = parse(text.toString(), { noLocation: true });
    const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode;
    return async (variables) => {
      const context = await app.contextFor({ requestId: 'page', clientAddress: '127.0.0.1' });
      const { result } = await executor.run({ document, operation, variables }, context, { isOurs: true });
      const [error] = result.errors ?? [];
      const code = error?.extensions?.code;
      if (code === 'NOT_FOUND' || code === 'BAD_USER_INPUT') return undefined;
      if (code === 'UNAVAILABLE') throw refuse('platform.databaseAway');
      if (error) throw new Error(`a page's document failed: ${error.message}`);
      return result.data as Data;
    };
  };
}
