import { OperationTypeNode, type ExecutionResult, type OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { App, Context, SharedReads } from '../context.js';
import { keepText, type KeptText } from '../platform/http/kept-text.js';
import type { Principal } from '../platform/principal.js';
import type { Operation } from './operation.js';

const MAX_ANSWERS = 500;
const MAX_KEY_LENGTH = 500;
const MAX_TEXT_LENGTH = 32_768;
const MAX_READS = 20;

type Method = (...args: unknown[]) => unknown;

/** One call of a shared read, and what it answered. */
interface Read {
  part: Record<string, Method>;
  method: string;
  args: unknown[];
  value: unknown;
}

interface Kept {
  answer: ExecutionResult;
  reads: readonly Read[];
}

type Answer = ExecutionResult | undefined | Promise<ExecutionResult | undefined>;
type Execute = (context: Context) => Answer;

/** What is sent of the data of kept answers, by what it is made for. */
const sent = new WeakMap<object, Map<object, KeptText>>();

/** What `write` returns; kept for the next caller if the data belongs to a kept answer. `purpose` is the same object each time. */
export function textOnce(data: unknown, purpose: object, write: () => string): string | KeptText {
  const ofData = typeof data === 'object' && data !== null ? sent.get(data) : undefined;
  const known = ofData?.get(purpose);
  if (known) return known;
  const text = write();
  if (!ofData || text.length > MAX_TEXT_LENGTH) return text;
  const kept = keepText(text);
  ofData.set(purpose, kept);
  return kept;
}

/**
 * Answers to queries that read nothing but shared reads. An answer is used again only while every one of them still returns the very
 * object that the answer was made of, so it is never older than they are. The operation runs with a context that notices everything
 * else that is read: the account, the address, the database. Such an answer is not kept, so none can hold what only one caller may see.
 */
export function createKeptAnswers(sharedReads: SharedReads) {
  const answers = new LRUCache<string, Kept>({ max: MAX_ANSWERS });
  const beingMade = new Map<string, Promise<unknown>>();
  const operations = new WeakMap<OperationDefinitionNode, { id: number; isEverKept?: boolean }>();
  let lastId = 0;

  const operationOf = (operation: OperationDefinitionNode) => {
    const known = operations.get(operation) ?? { id: (lastId += 1) };
    operations.set(operation, known);
    return known;
  };
  const keyOf = ({ operation, variables }: Operation, { principal: { role } }: Context): string | undefined => {
    // Operators read current rows.
    if (operation.operation !== OperationTypeNode.QUERY || (role !== 'PUBLIC' && role !== 'USER')) return undefined;
    const { id, isEverKept } = operationOf(operation);
    if (isEverKept === false) return undefined;
    const key = `${id} ${role} ${JSON.stringify(variables)}`;
    return key.length <= MAX_KEY_LENGTH ? key : undefined;
  };

  const keep = async (key: string, { operation }: Operation, watched: Watched, execute: Execute) => {
    const answer = await execute(watched.context);
    if (!answer?.data || answer.errors) return answer;
    const { reads } = watched;
    const isShared = !watched.readsOthers() && reads.length > 0 && reads.length <= MAX_READS;
    // Once kept, one odd call does not end it.
    operationOf(operation).isEverKept ||= isShared;
    if (!isShared) return answer;
    sent.set(answer.data, new Map());
    answers.set(key, { answer, reads });
    return answer;
  };

  const keptFor = (key: string): ExecutionResult | undefined => {
    const kept = answers.get(key);
    return kept?.reads.every(isCurrent) ? kept.answer : undefined;
  };
  const shareWhileMade = (key: string, answer: Promise<unknown>): void => {
    const over = (): void => void beingMade.delete(key);
    beingMade.set(key, answer.then(over, over));
  };

  return {
    /** The kept answer, or what `execute` answers with the context that it is given. */
    run(asked: Operation, context: Context, execute: Execute): Answer {
      const key = keyOf(asked, context);
      if (key === undefined) return execute(context);
      const known = keptFor(key);
      if (known) return known;
      const make = () => keep(key, asked, watch(context, sharedReads), execute);
      // Once a snapshot is too old, all who ask before the next one is there need the same new answer.
      const other = beingMade.get(key);
      if (other) return other.then(() => keptFor(key) ?? make());
      const answer = make();
      if (operationOf(asked.operation).isEverKept) shareWhileMade(key, answer);
      return answer;
    },
  };
}

function isCurrent({ part, method, args, value }: Read): boolean {
  const now = part[method]?.(...args);
  // It is being read: the operation, which runs now, answers a failure. One that nobody takes would end the process.
  if (now instanceof Promise) now.catch(() => undefined);
  return now === value;
}

interface Watched {
  context: Context;
  reads: readonly Read[];
  readsOthers(): boolean;
}

function watch(context: Context, sharedReads: SharedReads): Watched {
  const reads: Read[] = [];
  let readsOthers = false;
  const noteOther = (): void => void (readsOthers = true);
  const noteFailure = (error: unknown): never => {
    noteOther();
    throw error;
  };

  const recordedPart = (part: Record<string, Method>, methods: readonly string[]) =>
    new Proxy(part, {
      get(target, method: string) {
        if (!methods.includes(method)) {
          noteOther();
          return target[method];
        }
        return (...args: unknown[]) => {
          const note = (value: unknown): unknown => {
            reads.push({ part, method, args, value });
            return value;
          };
          const value = target[method]?.(...args);
          return value instanceof Promise ? value.then(note, noteFailure) : note(value);
        };
      },
    });
  const watched = new Proxy(context, {
    get(target, name: keyof Context) {
      const methods = sharedReads[name as keyof App];
      if (methods) return recordedPart(target[name] as never, methods as readonly string[]);
      if (name === 'principal') return watchedPrincipal(target.principal, noteOther);
      // A promise asks its value for `then`.
      if (name in target) noteOther();
      return target[name];
    },
  });
  return { context: watched, reads, readsOthers: () => readsOthers };
}

/** Its role alone is in the key. */
function watchedPrincipal(principal: Principal, noteOther: () => void): Principal {
  return new Proxy(principal, {
    get(target, name: keyof Principal) {
      if (name !== 'role') noteOther();
      return target[name];
    },
  });
}
