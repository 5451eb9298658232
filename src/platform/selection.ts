/** Which fields are wanted of an object and of those within it, however they were asked for. It may name more than is needed, never less. */
export interface Selection {
  has(field: string): boolean;
  fields(): Iterable<string>;
  /** Of the object that a field answers with; undefined when that field is not wanted. */
  below(field: string): Selection | undefined;
}
