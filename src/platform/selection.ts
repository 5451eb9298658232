/** The fields that are wanted of an object and of those in it. It may name more than needed, never less. */
export interface Selection {
  has(field: string): boolean;
  fields(): Iterable<string>;
  below(field: string): Selection | undefined;
}

/** `true` for a value, the fields below for an object. */
export interface FieldTree {
  [field: string]: true | FieldTree;
}

export function selectionOfTree(tree: FieldTree): Selection {
  return {
    has: (field) => Object.hasOwn(tree, field),
    fields: () => Object.keys(tree),
    below(field) {
      const fields = tree[field];
      return typeof fields === 'object' ? selectionOfTree(fields) : undefined;
    },
  };
}
