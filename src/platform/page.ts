import { refuseField, refuseProblems, textOf } from './domain-error.js';
import type { FieldProblems } from './refusal.js';

export const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 20;
/** Counting a million rows takes 0.4 seconds, and nobody reads on to the last of them. */
export const MAX_COUNTED = 10_000;

export interface PageRequest {
  first: number;
  after?: string | null | undefined;
}

export type ListOrder = 'NEWEST_FIRST' | 'OLDEST_FIRST';

/** A list that is read from both ends: `last` items before the cursor `before`, or at the end. */
export interface TwoWayPageRequest {
  orderBy?: ListOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}

/** `isBackward`: the rows are read in the other order and reversed. */
export interface PageReading extends PageRequest {
  isDescending: boolean;
  isBackward: boolean;
}

/** BAD_USER_INPUT by field for a request that asks from both ends. */
export function readingOf({ orderBy, first, after, last, before }: TwoWayPageRequest): PageReading {
  const isBackward = last != null || before != null;
  const isDescending = (orderBy !== 'OLDEST_FIRST') !== isBackward;
  if (!isBackward) return { first: first ?? DEFAULT_PAGE_SIZE, after, isDescending, isBackward };
  const problems: FieldProblems = {};
  if (first != null) problems.first = [textOf('platform.otherEnd')];
  if (after != null) problems.after = [textOf('platform.otherEnd')];
  refuseProblems(problems);
  return { first: last ?? DEFAULT_PAGE_SIZE, after: before, isDescending, isBackward };
}

export interface Edge<Node> {
  cursor: string;
  node: Node;
}

export interface PagePosition {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  startCursor: string | null;
  endCursor: string | null;
}

/** Cursors and the count are made when they are asked for. */
export interface Page<Node> {
  readonly nodes: Node[];
  readonly edges: Edge<Node>[];
  readonly pageInfo: PagePosition;
  count(): Promise<number>;
}

/** The form of a sort key's part in a cursor and in SQL. */
export interface KeyType {
  cast: 'timestamptz' | 'uuid' | 'bigint' | 'int' | 'text';
  pattern: { test(text: string): boolean };
  least: string;
  greatest: string;
  write(value: unknown): string;
  read(text: string): string;
}

const same = (text: string): string => text;
const BASE = { write: String, read: same };

/** As `toISOString` writes it. Only days that exist, in years that Postgres and JavaScript write alike. */
export const INSTANT: KeyType = {
  cast: 'timestamptz',
  pattern: {
    test(text) {
      const instant = new Date(text);
      return /^\d{4}-/.test(text) && text >= '0001' && !Number.isNaN(instant.getTime()) && instant.toISOString() === text;
    },
  },
  least: '-infinity',
  greatest: 'infinity',
  write: (value) => (value as Date).toISOString(),
  read: same,
};

export const MILLISECONDS: KeyType = {
  ...INSTANT,
  pattern: /^\d{1,14}$/,
  write: (value) => String((value as Date).getTime()),
  read: (text) => new Date(Number(text)).toISOString(),
};

export const UUID: KeyType = {
  ...BASE,
  cast: 'uuid',
  pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  least: '00000000-0000-0000-0000-000000000000',
  greatest: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

export const BIGINT: KeyType = {
  ...BASE,
  cast: 'bigint',
  pattern: /^\d{1,18}$/,
  least: '-1',
  greatest: String(2n ** 63n - 1n),
};

/** May be negative. */
export const BALANCE: KeyType = { ...BIGINT, pattern: /^-?\d{1,18}$/ };

export const INT: KeyType = { ...BASE, cast: 'int', pattern: /^\d{1,9}$/, least: '-1', greatest: String(2 ** 31 - 1) };

/** The column is given where the list is sorted by it. */
export type KeyPart<Row> = readonly [property: keyof Row & string, type: KeyType, column?: string];

export function encodeCursor(...key: (string | number | bigint)[]): string {
  return Buffer.from(JSON.stringify(key.map(String))).toString('base64url');
}

/** The key as texts for Postgres; undefined without a cursor. BAD_USER_INPUT for a cursor of another list. */
export function decodeCursor(
  { after: cursor, isBackward }: PageRequest & Partial<PageReading>,
  types: readonly KeyType[],
): string[] | undefined {
  if (cursor == null) return undefined;
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isOurs =
      Array.isArray(key)
      && key.length === types.length
      && types.every(({ pattern }, i) => typeof key[i] === 'string' && pattern.test(key[i]));
    if (isOurs) return types.map(({ read }, i) => read(key[i] as string));
  } catch {
    // Not JSON.
  }
  const argument = isBackward ? 'before' : 'after';
  throw refuseField(argument, 'platform.cursor');
}

export interface ListSource<Row, Node> {
  key: readonly KeyPart<Row>[];
  /** `count` is one more than the page has. */
  rows(behind: string[] | undefined, count: number): Row[] | Promise<Row[]>;
  count(): Promise<number>;
  nodesOf?: ((rows: Row[]) => Node[]) | undefined;
}

export async function readPage<Row, Node = Row>(
  request: PageRequest & Partial<PageReading>,
  source: ListSource<Row, Node>,
): Promise<Page<Node>> {
  const behind = decodeCursor(
    request,
    source.key.map(([, type]) => type),
  );
  return new PageOfRows(await source.rows(behind, request.first + 1), request, source);
}

class PageOfRows<Row, Node> implements Page<Node> {
  readonly nodes: Node[];
  private readonly rows: Row[];
  private readonly hasMore: boolean;
  private counted: Promise<number> | undefined;

  constructor(
    rows: Row[],
    private readonly request: PageRequest & Partial<PageReading>,
    private readonly source: ListSource<Row, Node>,
  ) {
    this.hasMore = rows.length > request.first;
    const shown = rows.slice(0, request.first);
    this.rows = request.isBackward ? shown.reverse() : shown;
    this.nodes = source.nodesOf ? source.nodesOf(this.rows) : (this.rows as unknown as Node[]);
  }

  get edges(): Edge<Node>[] {
    return this.rows.map((row, i) => ({ cursor: this.cursorOf(row), node: this.nodes[i]! }));
  }

  get pageInfo(): PagePosition {
    const [first, last] = [this.rows[0], this.rows.at(-1)];
    const { after, isBackward } = this.request;
    const isContinued = after != null;
    return {
      hasNextPage: isBackward ? isContinued : this.hasMore,
      hasPreviousPage: isBackward ? this.hasMore : isContinued,
      startCursor: first === undefined ? null : this.cursorOf(first),
      endCursor: last === undefined ? null : this.cursorOf(last),
    };
  }

  count(): Promise<number> {
    return (this.counted ??= this.source.count());
  }

  private cursorOf(row: Row): string {
    return encodeCursor(...this.source.key.map(([property, { write }]) => write(row[property])));
  }
}
