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
import type { FrameReceiver } from './frame-stream.js';
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

interface Made {
  event: unknown;
  payload?: Buffer;
  /** Who gets it once it is made. */
  waiting: FrameReceiver[];
  frame?: { head: string; bytes: Buffer };
}

/** Subscribers who ask the same and may see the same share their results: an event is executed once for all of them. */
export function createSharedResults(present: (result: ExecutionResult, args: ExecutionArgs, language: Language) => object) {
  const byDocument = new WeakMap<DocumentNode, Map<string, Shared>>();

  return {
    /** Subscribers share by document, operation, variables, `scope` and language. The context of the first one serves all. */
    join(args: ExecutionArgs, scope: string, language: Language): Shared {
      const ofDocument = byDocument.get(args.document) ?? new Map<string, Shared>();
      byDocument.set(args.document, ofDocument);
      const key = JSON.stringify([scope, language, args.operationName, args.variableValues]);
      let shared = ofDocument.get(key);
      if (!shared) {
        const payloadOf = async (event: unknown): Promise<string> =>
          JSON.stringify(present(await execute({ ...args, rootValue: event }), args, language));
        shared = new Shared(payloadOf, () => ofDocument.delete(key));
        ofDocument.set(key, shared);
      }
      return shared.join();
    },
  };
}

export class Shared {
  private members = 0;
  private last: Made | undefined;

  constructor(
    private readonly payloadOf: (event: unknown) => Promise<string>,
    private readonly onEmpty: () => void,
  ) {}

  join(): this {
    this.members += 1;
    return this;
  }

  leave(): void {
    this.members -= 1;
    if (this.members === 0) this.onEmpty();
  }

  /** Gives the WebSocket frame of an event: the same bytes to all subscriptions of the same id. */
  send(event: unknown, to: FrameReceiver): void {
    const last = this.last && this.last.event === event ? this.last : this.make(event);
    if (last.payload) to.write(frameOf(last, last.payload, to.head));
    else last.waiting.push(to);
  }

  private make(event: unknown): Made {
    const made: Made = { event, waiting: [] };
    this.last = made;
    this.payloadOf(event).then(
      (text) => {
        const payload = (made.payload = Buffer.from(`${text}}`));
        for (const to of made.waiting.splice(0)) to.write(frameOf(made, payload, to.head));
      },
      (error: unknown) => {
        // The next event makes a new answer, and so does the next subscriber.
        if (this.last === made) this.last = undefined;
        for (const to of made.waiting.splice(0)) to.fail(error);
      },
    );
    return made;
  }
}

/** In front of the payload. */
export function frameHead(id: string): string {
  return `{"id":${JSON.stringify(id)},"type":"next","payload":`;
}

function frameOf(made: Made, payload: Buffer, head: string): Buffer {
  if (made.frame?.head !== head) made.frame = { head, bytes: textFrame(head, payload) };
  return made.frame.bytes;
}
