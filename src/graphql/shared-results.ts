import {
  execute,
  getOperationAST,
  Kind,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import { Extensions } from 'type-graphql';
import type { Language } from '../platform/language.js';
import type { Principal } from '../platform/principal.js';
import { textFrame } from './text-frame.js';

/** Marks a subscription whose results depend on nothing of the caller but the role, whatever is selected. */
export function SameForRole(): MethodDecorator {
  return Extensions({ sameForRole: true });
}

export function scopeOf(schema: GraphQLSchema, { document, operationName }: ExecutionArgs, principal: Principal): string {
  const [field] = getOperationAST(document, operationName)?.selectionSet.selections ?? [];
  const name = field?.kind === Kind.FIELD ? field.name.value : '';
  const isSameForRole = schema.getSubscriptionType()?.getFields()[name]?.extensions.sameForRole === true;
  return isSameForRole || !('id' in principal) ? principal.role : `${principal.role} ${principal.id}`;
}

interface Shared {
  members: number;
  last?: { event: unknown; payload: Promise<string>; id?: string; frame?: Buffer };
}

/** Subscribers who ask the same and may see the same share their results: an event is executed once for all of them. */
export function createSharedResults(present: (result: ExecutionResult, args: ExecutionArgs, language: Language) => object) {
  const byDocument = new WeakMap<DocumentNode, Map<string, Shared>>();

  const payloadOf = async (event: unknown, args: ExecutionArgs, language: Language): Promise<string> =>
    JSON.stringify(present(await execute({ ...args, rootValue: event }), args, language));

  return {
    /** Subscribers share by document, operation, variables, `scope` and language. The context of the first one serves all. */
    join(args: ExecutionArgs, scope: string, language: Language) {
      const ofDocument = byDocument.get(args.document) ?? new Map<string, Shared>();
      byDocument.set(args.document, ofDocument);
      const key = JSON.stringify([scope, language, args.operationName, args.variableValues]);
      const shared = ofDocument.get(key) ?? { members: 0 };
      ofDocument.set(key, shared);
      shared.members += 1;

      return {
        /** The WebSocket frame of an event; the same bytes for all subscriptions of the same id. */
        async frameOf(event: unknown, id: string): Promise<Buffer> {
          let { last } = shared;
          if (!last || last.event !== event) shared.last = last = { event, payload: payloadOf(event, args, language) };
          const payload = await last.payload;
          if (last.frame && last.id === id) return last.frame;
          last.id = id;
          return (last.frame = textFrame(`{"id":${JSON.stringify(id)},"type":"next","payload":${payload}}`));
        },
        leave(): void {
          shared.members -= 1;
          if (shared.members === 0) ofDocument.delete(key);
        },
      };
    },
  };
}
