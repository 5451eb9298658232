import { GraphQLError, Kind, OperationTypeNode, type DocumentNode, type SelectionNode, type SelectionSetNode } from 'graphql';

const CONDITIONS = ['skip', 'include'];
const MESSAGE =
  'A subscription has exactly one field, so that field has no condition: leave out @skip and @include there, and do not '
  + 'subscribe to what is not wanted.';

/**
 * The subscriptions of a document whose only field, or a fragment around it, has a condition (GraphQL, September 2025, 5.2.4.1). A
 * check of its own, to be made before the rules: that of graphql-js 16 for one field throws at a condition, and does not report it.
 */
export function conditionalSubscriptions(document: DocumentNode): GraphQLError[] {
  const fragments = new Map<string, SelectionSetNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition.selectionSet);
  }
  return document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION || definition.operation !== OperationTypeNode.SUBSCRIPTION) return [];
    const conditional = selectionsAtTheRoot(definition.selectionSet, fragments).find(hasCondition);
    return conditional ? [new GraphQLError(MESSAGE, { nodes: conditional })] : [];
  });
}

/** The fields of an operation itself, with the fragments that they stand in. */
function selectionsAtTheRoot(root: SelectionSetNode, fragments: Map<string, SelectionSetNode>): SelectionNode[] {
  const found: SelectionNode[] = [];
  const spread = new Set<string>();
  const pending = [root];
  for (let set = pending.pop(); set; set = pending.pop()) {
    for (const selection of set.selections) {
      found.push(selection);
      if (selection.kind === Kind.INLINE_FRAGMENT) pending.push(selection.selectionSet);
      if (selection.kind !== Kind.FRAGMENT_SPREAD || spread.has(selection.name.value)) continue;
      spread.add(selection.name.value);
      const fragment = fragments.get(selection.name.value);
      if (fragment) pending.push(fragment);
    }
  }
  return found;
}

function hasCondition({ directives = [] }: SelectionNode): boolean {
  return directives.some(({ name }) => CONDITIONS.includes(name.value));
}
