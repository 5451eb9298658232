import { GraphQLError, Kind, type ASTVisitor, type SelectionSetNode, type ValidationContext } from 'graphql';
import { DomainError } from '../platform/domain-error.js';

/** Bounds on one operation, the same over HTTP, WebSocket and REST. */
export const LIMITS = {
  /** Fields within fields; introspection is bounded by its cost instead. */
  depth: 12,
  /** Fields at the root, aliases and `__typename` counted: each one is a call. */
  rootFields: 10,
  /** Selections once every fragment is written out where it is spread. */
  selections: 2_000,
  /** Fields answered at most, a page counted with its size and a dear field as many: see `cost.ts`. */
  cost: 20_000,
  /** Lexical tokens in a document. */
  tokens: 1_000,
  /** Items of a list in the variables: rules that look at each item, or compare them, come to an end. */
  listItems: 1_000,
  /** Bytes of a request's body or a WebSocket message. */
  bodyBytes: 100_000,
  /** Problems told at most, of a document or of its variables: more than the fields of a form. */
  errors: 50,
} as const;

interface Size {
  depth: number;
  /** Fields right here, not inside another. */
  fields: number;
  selections: number;
}

const NOTHING: Size = { depth: 0, fields: 0, selections: 0 };

/**
 * Refuses with QUERY_TOO_COMPLEX an operation that is too deep, calls too many operations, or whose fragments multiply: twenty
 * fragments that spread the next one twice are a million fields. Each fragment is measured once, so measuring never multiplies.
 */
export function sizeRule(context: ValidationContext): ASTVisitor {
  const fragments = new Map<string, Size>();

  const ofFragment = (name: string): Size => {
    const known = fragments.get(name);
    if (known) return known;
    // A fragment that spreads itself is another rule's error; here it must only not loop.
    fragments.set(name, NOTHING);
    const size = ofSelections(context.getFragment(name)?.selectionSet);
    fragments.set(name, size);
    return size;
  };

  const ofSelections = (set: SelectionSetNode | undefined): Size => {
    const total = { ...NOTHING };
    for (const selection of set?.selections ?? []) {
      const spread = selection.kind === Kind.FRAGMENT_SPREAD;
      const inner = spread ? ofFragment(selection.name.value) : ofSelections(selection.selectionSet);
      const isField = selection.kind === Kind.FIELD;
      const depth = isField && isIntrospection(selection.name.value) ? 0 : inner.depth;
      total.depth = Math.max(total.depth, isField ? depth + 1 : depth);
      total.fields += isField ? 1 : inner.fields;
      total.selections += inner.selections + 1;
    }
    return total;
  };

  return {
    OperationDefinition(node) {
      const { depth, fields, selections } = ofSelections(node.selectionSet);
      const refuse = (message: string): void => context.reportError(refusal(new DomainError('QUERY_TOO_COMPLEX', message)));
      if (depth > LIMITS.depth) refuse(`It is ${depth} fields deep; at most ${LIMITS.depth} are allowed.`);
      if (fields > LIMITS.rootFields) refuse(`It calls ${fields} operations; at most ${LIMITS.rootFields} fit one request.`);
      if (selections > LIMITS.selections) refuse(`With its fragments it selects more than ${LIMITS.selections} fields.`);
    },
  };
}

function isIntrospection(field: string): boolean {
  return field === '__schema' || field === '__type';
}

/** A refusal as graphql-js and Apollo pass errors on: they keep the original, which the error formatter tells by. */
export function refusal(error: DomainError): GraphQLError {
  return new GraphQLError(error.message, { originalError: error });
}
