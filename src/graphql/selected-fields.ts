import { Kind, type FieldNode, type FragmentDefinitionNode, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';
import type { Selection } from '../platform/selection.js';
import type { Operation } from './operation.js';

type Asked = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;
type Fragments = Record<string, FragmentDefinitionNode>;

/** The fields selected below a field, with fragments and aliases resolved, found when first asked for. Conditions count as met. */
export function selectionOf({ fieldNodes, fragments }: Asked): Selection {
  let found: Map<string, FieldNode[]> | undefined;
  const fields = (): Map<string, FieldNode[]> => {
    if (found) return found;
    found = new Map();
    for (const { selectionSet } of fieldNodes) if (selectionSet) collect(selectionSet, fragments, found, new Set());
    return found;
  };
  return {
    has: (field) => fields().has(field),
    fields: () => fields().keys(),
    below(field) {
      const nodes = fields().get(field);
      return nodes && selectionOf({ fieldNodes: nodes, fragments });
    },
  };
}

export function rootFieldsOf({ document, operation }: Pick<Operation, 'document' | 'operation'>): Iterable<string> {
  const fragments: Fragments = {};
  for (const one of document.definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments[one.name.value] = one;
  const found = new Map<string, FieldNode[]>();
  collect(operation.selectionSet, fragments, found, new Set());
  return found.keys();
}

/** The fields selected of the items of a page, under `nodes` and `edges`. */
export function selectionOfNodes(info: Asked): Selection {
  const page = selectionOf(info);
  const nodes = page.below('nodes');
  const edges = page.below('edges')?.below('node');
  return nodes && edges ? unionOf(nodes, edges) : (nodes ?? edges ?? NOTHING);
}

const NOTHING: Selection = { has: () => false, fields: () => [], below: () => undefined };

function unionOf(one: Selection, other: Selection): Selection {
  return {
    has: (field) => one.has(field) || other.has(field),
    fields: () => new Set([...one.fields(), ...other.fields()]),
    below(field) {
      const [a, b] = [one.below(field), other.below(field)];
      return a && b ? unionOf(a, b) : (a ?? b);
    },
  };
}

function collect(
  { selections: nodes }: SelectionSetNode,
  fragments: Fragments,
  found: Map<string, FieldNode[]>,
  spread: Set<string>,
): void {
  for (const node of nodes) {
    if (node.kind === Kind.FIELD) {
      const same = found.get(node.name.value);
      if (same) same.push(node);
      else found.set(node.name.value, [node]);
    } else if (node.kind === Kind.INLINE_FRAGMENT) {
      collect(node.selectionSet, fragments, found, spread);
    } else if (!spread.has(node.name.value)) {
      spread.add(node.name.value);
      const fragment = fragments[node.name.value];
      if (fragment) collect(fragment.selectionSet, fragments, found, spread);
    }
  }
}
