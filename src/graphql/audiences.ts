import { execute, type DocumentNode, type ExecutionArgs, type ExecutionResult } from 'graphql';
import type { Language } from '../platform/messages/language.js';
import { textFrame } from './text-frame.js';

/** Those who asked the same and may see the same: what happens is answered once for all of them. */
export interface Audience {
  /** The WebSocket frame that tells the subscriber `id` of an event, the same bytes for all of that id. */
  frameOf(event: unknown, id: string): Promise<Buffer>;
  leave(): void;
}

export interface Audiences {
  /**
   * Joins those of the same document, operation, variables, language and `scope`: what of the caller decides what the answer shows. The
   * first one's context answers for all.
   */
  join(args: ExecutionArgs, scope: string, language: Language): Audience;
}

interface Shared {
  members: number;
  /** Of the last event: what it is answered with, and the frame of the last id that it was written for. */
  last?: { event: unknown; payload: Promise<string>; id?: string; frame?: Buffer };
}

/** `present` makes of a result what a client is sent: its errors masked, counted, logged and in its language. */
export function createAudiences(
  present: (result: ExecutionResult, args: ExecutionArgs, language: Language) => object,
): Audiences {
  const byDocument = new WeakMap<DocumentNode, Map<string, Shared>>();

  const payloadOf = async (event: unknown, args: ExecutionArgs, language: Language): Promise<string> =>
    JSON.stringify(present(await execute({ ...args, rootValue: event }), args, language));

  return {
    join(args, scope, language) {
      const known = byDocument.get(args.document) ?? new Map<string, Shared>();
      byDocument.set(args.document, known);
      const key = JSON.stringify([scope, language, args.operationName, args.variableValues]);
      const shared = known.get(key) ?? { members: 0 };
      known.set(key, shared);
      shared.members += 1;

      return {
        async frameOf(event, id) {
          let { last } = shared;
          if (!last || last.event !== event) shared.last = last = { event, payload: payloadOf(event, args, language) };
          const answer = last;
          const payload = await answer.payload;
          if (answer.frame && answer.id === id) return answer.frame;
          answer.id = id;
          // The message of graphql-transport-ws.
          return (answer.frame = textFrame(`{"id":${JSON.stringify(id)},"type":"next","payload":${payload}}`));
        },
        leave() {
          shared.members -= 1;
          if (shared.members === 0) known.delete(key);
        },
      };
    },
  };
}
