import { Max, Min } from 'class-validator';
import { ArgsType, Field, Int, ObjectType, Root, type ClassType } from 'type-graphql';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type Edge, type Page, type PageRequest } from '../platform/page.js';

/** Where a page starts and how long it is. */
@ArgsType()
export class PageArgs implements PageRequest {
  @Field(() => Int, { defaultValue: DEFAULT_PAGE_SIZE, description: `The number of items to return, 1 to ${MAX_PAGE_SIZE}.` })
  @Min(1)
  @Max(MAX_PAGE_SIZE)
  first: number;

  @Field(() => String, {
    nullable: true,
    description:
      'The cursor to continue after: the `endCursor` of the previous page. Left out: the first page. BAD_USER_INPUT for '
      + 'a cursor that this list did not return.',
  })
  after?: string | null;
}

@ObjectType({ description: 'The position of a page in its list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether there are more items after this page.' })
  hasNextPage: boolean;

  @Field(() => Boolean, { description: 'Whether this page was requested with `after`, so that it is not the first.' })
  hasPreviousPage: boolean;

  @Field(() => String, { nullable: true, description: 'The cursor of the first item. Null when the page is empty.' })
  startCursor: string | null;

  @Field(() => String, { nullable: true, description: 'The cursor of the last item. Null when the page is empty.' })
  endCursor: string | null;
}

/**
 * The Relay connection type over a node type. `name` gives `<name>Connection` and `<name>Edge`. Call it once, in the
 * node's own file: a class made twice is two types of one name.
 */
export function Connection<Node>(nodeType: () => ClassType<object> | StringConstructor, name: string) {
  @ObjectType(`${name}Edge`, { description: `One item of \`${name}Connection\` with its cursor.` })
  class EdgeType {
    @Field(() => String, { description: 'The position of the item. Pass it as `after` to continue behind it.' })
    cursor: string;

    @Field(nodeType as () => ClassType<object>, { description: 'The item itself.' })
    node: Node;
  }

  // Its properties are Page's, so that a resolver answers what the service gave.
  @ObjectType(`${name}Connection`, { description: `One page of a list with items of ${name}.` })
  class ConnectionType implements Page<Node> {
    count: () => Promise<number>;

    @Field(() => [EdgeType], { description: 'The items of this page, each with its cursor.' })
    edges: Edge<Node>[];

    @Field(() => Int, {
      description:
        'The number of items in the whole list, over all pages. They are counted only when this field is requested, which takes '
        + 'longer the more there are: request it once, not with every page.',
    })
    totalCount(@Root() page: Page<Node>): Promise<number> {
      return page.count();
    }

    @Field(() => [nodeType()] as [ClassType<object>], { description: 'The items of this page without their cursors.' })
    nodes: Node[];

    @Field(() => PageInfo, { description: 'The position of this page in the list.' })
    pageInfo: PageInfo;
  }
  return ConnectionType;
}
