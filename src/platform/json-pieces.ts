/** Some milliseconds of `JSON.stringify`. */
const ELEMENTS_A_PIECE = 10_000;

/** A JSON list kept as text: some bytes for an element instead of a hundred. */
export class WrittenList {
  readonly #pieces: string[] = [];

  add(elements: readonly unknown[]): void {
    if (elements.length > 0) this.#pieces.push(JSON.stringify(elements).slice(1, -1));
  }

  get pieces(): readonly string[] {
    return this.#pieces;
  }

  toJSON(): unknown {
    return JSON.parse(`[${this.#pieces.join(',')}]`);
  }
}

/**
 * What `JSON.stringify` returns for plain objects, in pieces: a caller may wait between two. Elements of lists are not divided.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  if (Array.isArray(value)) yield* listPieces(value);
  else if (value instanceof WrittenList) yield* writtenPieces(value.pieces);
  else if (typeof value === 'object' && value !== null) yield* objectPieces(value);
  else yield JSON.stringify(value);
}

function* objectPieces(object: object): Generator<string> {
  let mark = '{';
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${mark}${JSON.stringify(key)}:`;
    yield* jsonPieces(value);
    mark = ',';
  }
  yield mark === '{' ? '{}' : '}';
}

function* listPieces(list: readonly unknown[]): Generator<string> {
  yield '[';
  for (let at = 0; at < list.length; at += ELEMENTS_A_PIECE) {
    const some = JSON.stringify(list.slice(at, at + ELEMENTS_A_PIECE)).slice(1, -1);
    yield at === 0 ? some : `,${some}`;
  }
  yield ']';
}

function* writtenPieces(pieces: readonly string[]): Generator<string> {
  yield '[';
  for (const [index, piece] of pieces.entries()) yield index === 0 ? piece : `,${piece}`;
  yield ']';
}
