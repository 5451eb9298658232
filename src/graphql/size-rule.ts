import { GraphQLError, Kind, type ASTVisitor, type SelectionSetNode, type ValidationContext } from 'graphql';
import { type DomainError, refuse } from '../platform/domain-error.js';
import { LIMITS } from './limits.js';

interface Size {
  depth: number;
  fields: number;
  selections: number;
}

const NOTHING: Size = { depth: 0, fields: 0, selections: 0 };

/** Twenty fragments that spread the next one twice are a million fields, so each fragment is measured once. */
export function sizeRule(context: ValidationContext): ASTVisitor {
  const fragments = new Map<string, Size>();

  const ofFragment = (name: string): Size => {
    const known = fragments.get(name);
    if (known) return known;
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
      const report = (error: DomainError): void => context.reportError(refusal(error));
      if (depth > LIMITS.depth) report(refuse('graphql.tooDeep', { depth, most: LIMITS.depth }));
      if (fields > LIMITS.rootFields) report(refuse('graphql.tooManyOperations', { fields, most: LIMITS.rootFields }));
      if (selections > LIMITS.selections) report(refuse('graphql.tooManyFields', { most: LIMITS.selections }));
    },
  };
}

function isIntrospection(field: string): boolean {
  return field === '__schema' || field === '__type';
}

/** graphql-js and Apollo keep `originalError`, by which the error is formatted. */
export function refusal(error: DomainError): GraphQLError {
  return new GraphQLError(error.message, { originalError: error });
}
