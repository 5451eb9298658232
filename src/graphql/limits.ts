import {
  GraphQLError,
  Kind,
  type ASTVisitor,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { fieldExtensionsEstimator, getComplexity, simpleEstimator, type ComplexityEstimator } from 'graphql-query-complexity';
import { DomainError } from '../platform/domain-error.js';
import { DEFAULT_PAGE_SIZE } from './connection.js';

/** Bounds on one operation, the same over HTTP, WebSocket and REST. */
export const LIMITS = {
  /** Fields within fields. */
  depth: 12,
  /** Fields at the root, aliases counted: each one is a call. */
  rootFields: 10,
  /** Fields answered at most, a page counted with its size. */
  cost: 10_000,
  /** Lexical tokens in a document. */
  tokens: 1_000,
  /** Bytes of a request's body or a WebSocket message. */
  bodyBytes: 100_000,
  /** Problems answered at most. */
  errors: 5,
} as const;

/** Validation rules of our own; they run once a document and are cached with it. */
export const limitRules = [depthRule, rootFieldsRule];

function depthRule(context: ValidationContext): ASTVisitor {
  const depthOf = (set: SelectionSetNode | undefined, seen: Set<string>): number => {
    if (!set) return 0;
    let deepest = 0;
    for (const selection of set.selections) {
      let depth = 0;
      if (selection.kind === Kind.FIELD) depth = 1 + depthOf(selection.selectionSet, seen);
      else if (selection.kind === Kind.INLINE_FRAGMENT) depth = depthOf(selection.selectionSet, seen);
      else if (!seen.has(selection.name.value)) {
        // A fragment that spreads itself is another rule's error; here it must only not loop.
        const inside = new Set(seen).add(selection.name.value);
        depth = depthOf(context.getFragment(selection.name.value)?.selectionSet, inside);
      }
      deepest = Math.max(deepest, depth);
    }
    return deepest;
  };
  return {
    OperationDefinition(node) {
      // Introspection is deep by nature, and bounded by the schema itself.
      if (isIntrospection(node)) return;
      const depth = depthOf(node.selectionSet, new Set());
      if (depth > LIMITS.depth) context.reportError(tooComplex(`It is ${depth} fields deep; at most ${LIMITS.depth} are allowed.`));
    },
  };
}

function rootFieldsRule(context: ValidationContext): ASTVisitor {
  const count = (set: SelectionSetNode, seen: Set<string>): number =>
    set.selections.reduce((sum, selection) => {
      if (selection.kind === Kind.FIELD) return sum + 1;
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + count(selection.selectionSet, seen);
      const fragment = seen.has(selection.name.value) ? undefined : context.getFragment(selection.name.value);
      return fragment ? sum + count(fragment.selectionSet, new Set(seen).add(selection.name.value)) : sum;
    }, 0);
  return {
    OperationDefinition(node) {
      const fields = count(node.selectionSet, new Set());
      if (fields > LIMITS.rootFields) {
        context.reportError(tooComplex(`It calls ${fields} operations; at most ${LIMITS.rootFields} fit one request.`));
      }
    },
  };
}

function isIntrospection(node: OperationDefinitionNode): boolean {
  return node.selectionSet.selections.every((s) => s.kind === Kind.FIELD && s.name.value.startsWith('__'));
}

function tooComplex(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX' } });
}

/** A page costs what it may hold: `first` times its node. */
const pageEstimator: ComplexityEstimator = ({ args, childComplexity, field }) =>
  field.args.some((arg) => arg.name === 'first') ? (Number(args.first) || DEFAULT_PAGE_SIZE) * Math.max(1, childComplexity) : undefined;
const estimators = [fieldExtensionsEstimator(), pageEstimator, simpleEstimator({ defaultComplexity: 1 })];

const COSTS_KEPT_A_DOCUMENT = 100;
const costs = new WeakMap<DocumentNode, Map<string, number>>();

/**
 * Throws QUERY_TOO_COMPLEX when an operation may answer too much, and BAD_USER_INPUT when a text among its variables cannot be stored.
 * The cost depends on the document and on its Int variables only, and is kept for them.
 */
export function checkOperation(options: {
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
}): void {
  const { schema, document, operation, variables } = options;
  refuseUnstorableText(variables, '');
  const key = (operation.variableDefinitions ?? [])
    .map(({ variable: { name } }) => variables[name.value])
    .filter((value) => typeof value === 'number')
    .join();
  let kept = costs.get(document);
  if (!kept) costs.set(document, (kept = new Map()));
  const slot = `${operation.name?.value ?? ''}:${key}`;
  let cost = kept.get(slot);
  if (cost === undefined) {
    cost = getComplexity({ schema, query: document, operationName: operation.name?.value, variables, estimators });
    if (kept.size < COSTS_KEPT_A_DOCUMENT) kept.set(slot, cost);
  }
  if (cost <= LIMITS.cost) return;
  throw new DomainError('QUERY_TOO_COMPLEX', `This may answer ${cost} fields; at most ${LIMITS.cost} are allowed. Ask for smaller pages.`);
}

/** Postgres stores neither NUL nor half a surrogate pair: refused here by name, for every text of every operation. */
function refuseUnstorableText(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (!isStorableText(value)) throw unstorable(path);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorableText(key)) throw unstorable(path);
    refuseUnstorableText(inner, path ? `${path}.${key}` : key);
  }
}

const NUL_OR_LONE_SURROGATE = /\0|\p{Surrogate}/u;

function isStorableText(text: string): boolean {
  return !NUL_OR_LONE_SURROGATE.test(text);
}

const UNSTORABLE = 'has a character that no text may have (NUL, or half of a surrogate pair)';

function unstorable(path: string): DomainError {
  const field = path.split('.').at(-1) ?? path;
  return new DomainError('BAD_USER_INPUT', `${field} ${UNSTORABLE}`, { [field]: [UNSTORABLE] });
}

/** The same for texts written into the document itself. */
export function unstorableLiteralRule(context: ValidationContext): ASTVisitor {
  return {
    StringValue(node) {
      if (isStorableText(node.value)) return;
      context.reportError(new GraphQLError(`A text ${UNSTORABLE}.`, { nodes: node, extensions: { code: 'BAD_USER_INPUT' } }));
    },
  };
}
