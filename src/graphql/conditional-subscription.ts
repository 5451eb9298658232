import { GraphQLError, Kind, OperationTypeNode, type DocumentNode, type SelectionNode, type SelectionSetNode } from 'graphql';
import { textOf } from '../platform/domain-error.js';

const CONDITIONS = ['skip', 'include'];
const TEXT = textOf('graphql.conditionalSubscription');

/** Conditions on the only field of a subscription, which the specification forbids (September 2025, 5.2.4.1): graphql-js 16 throws. */
export function conditionalSubscriptions(document: DocumentNode): GraphQLError[] {
  const fragments = new Map<string, SelectionSetNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition.selectionSet);
  }
  return document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION || definition.operation !== OperationTypeNode.SUBSCRIPTION) return [];
    const conditional = selectionsAtTheRoot(definition.selectionSet, fragments).find(hasCondition);
    return conditional ? [new GraphQLError('', { nodes: conditional, extensions: { text: TEXT } })] : [];
  });
}

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
