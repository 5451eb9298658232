import { Max, Min } from 'class-validator';
import { ArgsType, Field, Int, ObjectType, type ClassType } from 'type-graphql';
import { badField } from '../platform/domain-error.js';

export const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 20;

/** One item of a page and where it stands. */
export interface Edge<Node> {
  cursor: string;
  node: Node;
}

/** What a service answers for a list: forward keyset paging, the count only if asked for. */
export interface Page<Node> {
  edges: Edge<Node>[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  count: () => Promise<number>;
}

/** Where a page starts and how long it is. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, { defaultValue: DEFAULT_PAGE_SIZE, description: `How many at most, 1 to ${MAX_PAGE_SIZE}.` })
  @Min(1)
  @Max(MAX_PAGE_SIZE)
  first: number;

  @Field(() => String, { nullable: true, description: 'The `endCursor` of the page before.' })
  after?: string | null;
}

@ObjectType({ description: 'Where a page stands in its list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether more follow.' })
  hasNextPage: boolean;

  @Field(() => Boolean, { description: 'Whether this page began after a cursor.' })
  hasPreviousPage: boolean;

  @Field(() => String, { nullable: true, description: "The first item's cursor; null on an empty page." })
  startCursor: string | null;

  @Field(() => String, { nullable: true, description: "The last item's cursor; null on an empty page." })
  endCursor: string | null;
}

/**
 * The Relay connection type over a node type. `name` gives `<name>Connection` and `<name>Edge`. Call it once, in the
 * node's own file: a class made twice is two types of one name.
 */
export function Connection<Node>(nodeType: () => ClassType<object> | StringConstructor, name: string) {
  @ObjectType(`${name}Edge`, { description: `One item of a \`${name}Connection\`.` })
  class EdgeType {
    @Field(() => String, { description: 'Where the item stands; pass it as `after`.' })
    cursor: string;

    @Field(nodeType as () => ClassType<object>, { description: 'The item.' })
    node: Node;
  }

  // Its properties are Page's, so that a resolver answers what the service gave.
  @ObjectType(`${name}Connection`, { description: `A page of a list of ${name}.` })
  class ConnectionType implements Page<Node> {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    count: () => Promise<number>;

    @Field(() => [EdgeType], { description: 'The items with their cursors.' })
    edges: Edge<Node>[];

    @Field(() => Int, { description: 'How many the whole list has. Counted only when asked for.' })
    totalCount(): Promise<number> {
      return this.count();
    }

    @Field(() => [nodeType()] as [ClassType<object>], { description: 'The items alone.' })
    get nodes(): Node[] {
      return this.edges.map((edge) => edge.node);
    }

    @Field(() => PageInfo, { description: 'Where this page stands in the list.' })
    get pageInfo(): PageInfo {
      return {
        hasNextPage: this.hasNextPage,
        hasPreviousPage: this.hasPreviousPage,
        startCursor: this.edges[0]?.cursor ?? null,
        endCursor: this.edges.at(-1)?.cursor ?? null,
      };
    }
  }
  return ConnectionType;
}

/** A cursor is opaque to callers: the sort key's values. */
export function encodeCursor(...key: (string | number | bigint)[]): string {
  return Buffer.from(JSON.stringify(key.map(String))).toString('base64url');
}

/** The sort key of a cursor we made, or BAD_USER_INPUT on `after`. */
export function decodeCursor(cursor: string, patterns: RegExp[]): string[] {
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
  throw badField('after', 'must be a cursor that this list answered');
}

/** Cuts the one row too many that tells whether more follow, and gives every row its cursor. */
export function pageOf<Row>(
  rows: Row[],
  { first, after }: PageArgs,
  cursorOf: (row: Row) => string,
  count: () => Promise<number>,
): Page<Row> {
  return {
    edges: rows.slice(0, first).map((node) => ({ cursor: cursorOf(node), node })),
    hasNextPage: rows.length > first,
    hasPreviousPage: after != null,
    count,
  };
}
