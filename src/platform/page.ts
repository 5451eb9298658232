import { badField, badFields, type FieldProblems } from './domain-error.js';

export const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 20;

/** Where a page starts and how long it is: 1 to MAX_PAGE_SIZE items behind the cursor `after`. */
export interface PageRequest {
  first: number;
  after?: string | null | undefined;
}

/** By when its items were made, as callers choose. */
export type ListOrder = 'NEWEST_FIRST' | 'OLDEST_FIRST';

/** The same of a list in either order, read from either end: with `last` or `before` so many items before the cursor, or the last of all. */
export interface TwoWayPageRequest {
  orderBy?: ListOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}

/** How a page is read: `first` rows behind the cursor `after`, `isDescending` from the newest on; `isBackward`, to be turned round. */
export interface PageReading extends PageRequest {
  isDescending: boolean;
  isBackward: boolean;
}

/** BAD_USER_INPUT by field for what asks from both ends at once. */
export function readingOf({ orderBy, first, after, last, before }: TwoWayPageRequest): PageReading {
  const isBackward = last != null || before != null;
  const isDescending = (orderBy !== 'OLDEST_FIRST') !== isBackward;
  if (!isBackward) return { first: first ?? DEFAULT_PAGE_SIZE, after, isDescending, isBackward };
  const problems: FieldProblems = {};
  if (first != null) problems.first = ['must not be sent with last or before'];
  if (after != null) problems.after = ['must not be sent with last or before'];
  if (Object.keys(problems).length > 0) throw badFields(problems);
  return { first: last ?? DEFAULT_PAGE_SIZE, after: before, isDescending, isBackward };
}

/** One item of a page and where it stands. */
export interface Edge<Node> {
  cursor: string;
  node: Node;
}

/** Where a page stands in its list. */
export interface PagePosition {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  startCursor: string | null;
  endCursor: string | null;
}

/** What a service answers for a list: keyset paging; cursors and the count are made when they are asked for. */
export interface Page<Node> {
  readonly nodes: Node[];
  readonly edges: Edge<Node>[];
  readonly pageInfo: PagePosition;
  count(): Promise<number>;
}

/** A cursor is opaque to callers: the sort key's values. */
export function encodeCursor(...key: (string | number | bigint)[]): string {
  return Buffer.from(JSON.stringify(key.map(String))).toString('base64url');
}

/** What a value of a sort key looks like: a pattern, or what a pattern cannot tell. */
interface KeyPattern {
  test(text: string): boolean;
}

/** An instant as `toISOString` writes those that Postgres reads: of a day that there is, in a year of four digits but 0000. */
export const INSTANT: KeyPattern = {
  test(text) {
    const instant = new Date(text);
    return /^\d{4}-/.test(text) && text >= '0001' && !Number.isNaN(instant.getTime()) && instant.toISOString() === text;
  },
};

/** A UUID as Postgres writes it. */
export const UUID: KeyPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The sort key of the cursor that a page is read behind; undefined without one. BAD_USER_INPUT on the argument that it came by. */
export function keyOf({ after, isBackward }: PageReading, patterns: KeyPattern[]): string[] | undefined {
  return after == null ? undefined : decodeCursor(after, patterns, isBackward ? 'before' : 'after');
}

/** The sort key of a cursor we made, or BAD_USER_INPUT on the argument that it came by. */
export function decodeCursor(cursor: string, patterns: KeyPattern[], argument: 'after' | 'before' = 'after'): string[] {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (
      Array.isArray(key)
      && key.length === patterns.length
      && patterns.every((p, i) => typeof key[i] === 'string' && p.test(key[i]))
    ) {
      return key as string[];
    }
  } catch {
    // Not JSON: not ours.
  }
  throw badField(argument, 'must be a cursor that this list answered');
}

/** A place in a list by time: an instant, ISO 8601 or one of infinity's, and an id. */
export type Place = [instant: string, id: string];

/** Instants as texts, the first one of a span and the first one behind it. */
export interface Span {
  from: string;
  to: string;
}

/**
 * The place behind which a page by time begins, and what else is asked of the span: its end where the page begins is in that place, and only
 * the other one is left. With two conditions where an index begins to read Postgres may begin at the wider one, and walk to the other.
 * `leastId` is below every id.
 */
export function beginOf(
  { isDescending }: Pick<PageReading, 'isDescending'>,
  { behind, span: { from, to }, leastId }: { behind: Place; span: Span; leastId: string },
): { place: Place; otherEnd: string } {
  const [near, otherEnd] = isDescending ? [to, from] : [from, to];
  const isEarlier = timeOf(behind[0]) < timeOf(near);
  return { place: isEarlier === isDescending ? behind : [near, leastId], otherEnd };
}

function timeOf(instant: string): number {
  return instant.endsWith('infinity') ? Number(instant.replace('i', 'I')) : Date.parse(instant);
}

class PageOfRows<Row, Node> implements Page<Node> {
  readonly nodes: Node[];
  private counted: Promise<number> | undefined;

  constructor(
    private readonly rows: Row[],
    private readonly hasMore: boolean,
    private readonly request: PageRequest & Partial<PageReading>,
    private readonly cursorOf: (row: Row) => string,
    nodeOf: (row: Row) => Node,
    private readonly countAll: () => Promise<number>,
  ) {
    this.nodes = rows.map(nodeOf);
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

  /** Once, under however many names it is asked for. */
  count(): Promise<number> {
    return (this.counted ??= this.countAll());
  }
}

/** Cuts the one row too many that tells whether more follow, and turns round what was read backward. A row's cursor is where it stands; what is shown of it is `nodeOf`'s to say. */
export function pageOf<Row>(
  rows: Row[],
  request: PageRequest & Partial<PageReading>,
  cursorOf: (row: Row) => string,
  count: () => Promise<number>,
): Page<Row>;
export function pageOf<Row, Node>(
  rows: Row[],
  request: PageRequest & Partial<PageReading>,
  cursorOf: (row: Row) => string,
  count: () => Promise<number>,
  nodeOf: (row: Row) => Node,
): Page<Node>;
export function pageOf<Row, Node>(
  rows: Row[],
  request: PageRequest & Partial<PageReading>,
  cursorOf: (row: Row) => string,
  count: () => Promise<number>,
  nodeOf: (row: Row) => Node = (row) => row as unknown as Node,
): Page<Node> {
  const { first, isBackward } = request;
  const shown = rows.slice(0, first);
  return new PageOfRows(isBackward ? shown.reverse() : shown, rows.length > first, request, cursorOf, nodeOf, count);
}
