/** The fields that are wanted of an object and of those in it. It may name more than needed, never less. */
export interface Selection {
  has(field: string): boolean;
  fields(): Iterable<string>;
  below(field: string): Selection | undefined;
}
