import { IsOptional, Max, Min } from 'class-validator';
import { ArgsType, Field, Int, ObjectType, Root, type ClassType } from 'type-graphql';
import {
  DEFAULT_PAGE_SIZE,
  MAX_COUNTED,
  MAX_PAGE_SIZE,
  type Edge,
  type Page,
  type PageRequest,
  type TwoWayPageRequest,
} from '../platform/page.js';
import { describeEnum } from './describe-enum.js';

@ArgsType()
export class PageArgs implements PageRequest {
  @Field(() => Int, { defaultValue: DEFAULT_PAGE_SIZE, description: `The number of items to return, 1 to ${MAX_PAGE_SIZE}.` })
  @Min(1)
  @Max(MAX_PAGE_SIZE)
  first: number;

  @Field(() => String, { nullable: true, description: 'The `endCursor` of the previous page. Left out: the first page.' })
  after?: string | null;
}

export enum ListOrder {
  NEWEST_FIRST = 'NEWEST_FIRST',
  OLDEST_FIRST = 'OLDEST_FIRST',
}
describeEnum('ListOrder', ListOrder, 'The order of a list by `createdAt`.', {
  NEWEST_FIRST: 'From the newest to the oldest.',
  OLDEST_FIRST: 'From the oldest to the newest.',
});

@ArgsType()
export class TwoWayPageArgs implements TwoWayPageRequest {
  @Field(() => ListOrder, { defaultValue: ListOrder.NEWEST_FIRST, description: 'The order of the list.' })
  orderBy: ListOrder;

  @Field(() => Int, {
    nullable: true,
    description: `The number of items from the beginning or after \`after\`, 1 to ${MAX_PAGE_SIZE}. Left out: ${DEFAULT_PAGE_SIZE}.`,
  })
  @IsOptional()
  @Min(1)
  @Max(MAX_PAGE_SIZE)
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'The `endCursor` of the previous page. Left out: from the beginning.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `The number of items from the end or before \`before\`, 1 to ${MAX_PAGE_SIZE}, in the same order. Not with \`first\` or \`after\`.`,
  })
  @IsOptional()
  @Min(1)
  @Max(MAX_PAGE_SIZE)
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'The `startCursor` of the next page. Not with `first` or `after`.' })
  before?: string | null;
}

@ObjectType({ description: 'The position of a page in its list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether there are more items after this page; of a page before a cursor always true.' })
  hasNextPage: boolean;

  @Field(() => Boolean, { description: 'Whether there are more items before this page; of a page after a cursor always true.' })
  hasPreviousPage: boolean;

  @Field(() => String, { nullable: true, description: 'The cursor of the first item. Null when the page is empty.' })
  startCursor: string | null;

  @Field(() => String, { nullable: true, description: 'The cursor of the last item. Null when the page is empty.' })
  endCursor: string | null;
}

/** `<name>Connection` and `<name>Edge`. Call it once for each name: a class made twice is two types of one name. */
export function Connection<Node>(nodeType: () => ClassType<object> | StringConstructor, name: string) {
  @ObjectType(`${name}Edge`, { description: `One item of \`${name}Connection\` with its cursor.` })
  class EdgeType {
    @Field(() => String, { description: 'The position of the item. Pass it as `after` to continue behind it.' })
    cursor: string;

    @Field(nodeType as () => ClassType<object>, { description: 'The item itself.' })
    node: Node;
  }

  @ObjectType(`${name}Connection`, { description: `One page of a list with items of ${name}.` })
  class ConnectionType implements Page<Node> {
    count: () => Promise<number>;

    @Field(() => [EdgeType], { description: 'The items of this page, each with its cursor.' })
    edges: Edge<Node>[];

    @Field(() => Int, {
      description: `The number of items in the whole list. At most ${MAX_COUNTED} rows are counted: ${MAX_COUNTED} means so many or more.`,
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
