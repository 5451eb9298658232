import { Kind, type FieldNode, type FragmentDefinitionNode, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';

/** What of a resolver's `info` tells what is asked. */
export type Asked = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

type Fragments = Record<string, FragmentDefinitionNode>;

/** The fields asked of an object by their names, and where in the document. */
export type Selection = ReadonlyMap<string, readonly FieldNode[]>;

// By the node that stands in a kept document: every operation of the document asks the same.
const selections = new WeakMap<FieldNode, Selection>();

/**
 * The fields that are asked of the object a field answers with, fragments and aliases resolved. Conditions count as met and types
 * of fragments as fitting: it may name more than is answered, never less.
 */
export function selectionOf({ fieldNodes, fragments }: Asked): Selection {
  const [only, ...others] = fieldNodes;
  const known = only && others.length === 0 ? selections.get(only) : undefined;
  if (known) return known;
  const found = new Map<string, FieldNode[]>();
  for (const { selectionSet } of fieldNodes) if (selectionSet) collect(selectionSet, fragments, found, new Set());
  if (only && others.length === 0) selections.set(only, found);
  return found;
}

/** The same of the object that a field of the selection answers with; nothing when that is not asked. */
export function selectionBelow(selection: Selection, name: string, fragments: Fragments): Selection | undefined {
  const fieldNodes = selection.get(name);
  return fieldNodes && selectionOf({ fieldNodes, fragments });
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
