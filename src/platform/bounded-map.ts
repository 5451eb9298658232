/** A map of at most so many entries: a new one beyond them takes the place of the oldest. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #limit: number;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  override set(key: Key, value: Value): this {
    super.set(key, value);
    if (this.size > this.#limit) {
      for (const oldest of this.keys()) {
        this.delete(oldest);
        break;
      }
    }
    return this;
  }
}
