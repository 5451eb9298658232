import { Max, Min } from 'class-validator';
import { ArgsType, Field, Int, ObjectType, type ClassType } from 'type-graphql';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type Edge, type Page, type PageRequest } from '../platform/page.js';

/** Where a page starts and how long it is. */
@ArgsType()
export class PageArgs implements PageRequest {
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
