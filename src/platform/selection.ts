/** Which fields are wanted of an object and of those within it, however they were asked for. It may name more than is needed, never less. */
export interface Selection {
  has(field: string): boolean;
  fields(): Iterable<string>;
  /** Of the object that a field answers with; undefined when that field is not wanted. */
  below(field: string): Selection | undefined;
}

/** Fields by name: `true` for a value, the fields below for an object. */
export interface FieldTree {
  [field: string]: true | FieldTree;
}

/** The selection of exactly these fields, for what is not asked by a document. */
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
