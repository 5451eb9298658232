import { getNamedType, isEnumType, isListType, isNonNullType, type GraphQLField, type GraphQLOutputType } from 'graphql';
import { encodeCursor } from '../../src/platform/page.js';
import { schema } from '../../src/schema.js';
import { features } from '../features.js';
import { everyFieldOf } from './every-field.js';
import { MIDDLE, type MillionOrders } from './million-orders.js';

/** A list of the schema as one caller asks for it. */
export interface ListQuery {
  name: string;
  query: string;
  token: string | undefined;
}

const NOT_OF_THE_DATABASE = ['gatewayWebhooks'];

/** Every list of the schema: all queries that answer rows. */
export const lists: GraphQLField<unknown, unknown>[] = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
  ({ name, type }) => isList(type) && !NOT_OF_THE_DATABASE.includes(name),
);

function isList(type: GraphQLOutputType): boolean {
  return isNonNullType(type) ? isList(type.ofType) : isListType(type) || getNamedType(type).name.endsWith('Connection');
}

/** What the lists of features are asked with. */
export interface ListExamples extends MillionOrders {
  /** The time, the id and the UUID that half of the rows are below, where they have such. */
  time: string;
  middle: number;
  uuid: string;
  /** Conditions of filters: a span of an hour. */
  from: string;
  to: string;
  txid: string;
  endToEndId: string;
}

/** What a list is asked with beside what every list is. */
export interface ListAsked {
  /** A cursor in the depth; a time in milliseconds and a UUID unless it is said. */
  after?: readonly (string | number)[];
  isPublic?: true;
  raffleIds?: readonly (string | undefined)[];
  orderIds?: readonly (string | undefined)[];
  /** Each condition alone, and those together whose rows are far apart in the indexes of either. */
  filters?: readonly string[];
}

/** Each list with each combination of its filters, the first page and one from the depth, with all there is to select of it. */
export function everyListQuery(of: MillionOrders): ListQuery[] {
  const time = of.halfWay.toISOString();
  const examples: ListExamples = {
    ...of,
    time,
    middle: MIDDLE,
    uuid: '80000000-0000-7000-8000-000000000000',
    from: `from: "${new Date(of.halfWay.getTime() - 3_600_000).toISOString()}"`,
    to: `to: "${time}"`,
    txid: `order${String(MIDDLE + 3).padStart(21, '0')}`,
    endToEndId: `L${String(MIDDLE + 3).padStart(31, '0')}`,
  };
  const asked = Object.assign({}, ...features.map((feature) => feature.lists?.(examples))) as Record<string, ListAsked>;
  const unknown = Object.keys(asked).filter((name) => !lists.some((list) => list.name === name));
  if (unknown.length > 0) throw new Error(`test/features/ names lists that there are not: ${unknown.join()}`);
  return lists.flatMap((list) => {
    const { isPublic, ...own } = asked[list.name] ?? {};
    const tokens = list.name.startsWith('my') ? [of.heavyBuyer.token, of.buyer.token] : [of.operator.token];
    const choices = list.args.map(({ name, type, deprecationReason }) =>
      // Its filter says the same.
      deprecationReason ? [undefined] : valuesOf(own, name, getNamedType(type), examples),
    );
    return [...tokens, ...(isPublic ? [undefined] : [])].flatMap((token) =>
      combinations(choices).map((values) => {
        const passed = list.args.flatMap(({ name }, i) => (values[i] === undefined ? [] : [`${name}: ${values[i]}`]));
        const query = `{ list: ${list.name} ${passed.length > 0 ? `(${passed.join()})` : ''} ${everyFieldOf(list.type)} }`;
        return { name: `${list.name}(${passed.join()})`, query, token };
      }),
    );
  });
}

/** What an argument is given, as it is written in a document; undefined leaves it out. */
function valuesOf(asked: ListAsked, argument: string, type: ReturnType<typeof getNamedType>, of: ListExamples) {
  // What is read from the end is read in the other order.
  if (argument === 'orderBy') return [undefined, 'OLDEST_FIRST'];
  if (argument === 'filter') return [undefined, ...(asked.filters ?? []).map((conditions) => `{ ${conditions} }`)];
  if (isEnumType(type)) return [undefined, ...type.getValues().map(({ name }) => name)];
  const quoted = (...values: readonly (string | number | undefined)[]) =>
    values.map((value) => (value === undefined ? undefined : JSON.stringify(String(value))));
  const isTime = type?.name === 'DateTime';
  switch (argument) {
    case 'first':
      // With every field of a node, a page of the default size costs more than is allowed.
      return ['9'];
    case 'txid':
      return quoted(undefined, of.txid);
    case 'endToEndId':
      return quoted(undefined, of.endToEndId);
    case 'text':
      return quoted('mar sil', '678');
    case 'day':
      return quoted(undefined, of.time.slice(0, 10));
    case 'raffleId':
      return quoted(...(asked.raffleIds ?? Object.values(of.raffles)));
    case 'orderId':
      return quoted(...(asked.orderIds ?? [of.paidOrderId]));
    case 'paymentId':
      // As `fillWithAMillionOrders` makes it of the order.
      return quoted(`00000004-0000-7000-8000-${of.paidOrderId.padStart(12, '0')}`);
    case 'userId':
      return quoted(of.heavyBuyer.id, of.buyer.id);
    case 'bulkActId':
      return quoted(of.bulkActId);
    case 'clientId':
      return quoted(of.client.id);
    case 'categoryId':
      return quoted(undefined, of.categoryId);
    case 'actorId':
      return quoted(undefined, of.heavyBuyer.id, of.buyer.id);
    case 'action':
      return quoted(undefined, 'payOrder', 'blockUser');
    case 'from':
      return [undefined, ...(isTime ? quoted(new Date(of.halfWay.getTime() - 3_600_000).toISOString()) : [])];
    case 'to':
      return [undefined, ...(isTime ? quoted(of.time) : [])];
    case 'isBlocked':
      return [undefined, 'true', 'false'];
    case 'endpointId':
      return quoted(undefined, of.endpoint, of.deadEndpoint);
    case 'highlighted':
    case 'activeOnly':
      return [undefined, 'true'];
    case 'after':
      return quoted(undefined, encodeCursor(...(asked.after ?? [of.halfWay.getTime(), of.uuid])));
    default:
      return [undefined];
  }
}

function combinations<Value>([first, ...others]: Value[][]): Value[][] {
  if (!first) return [[]];
  return first.flatMap((value) => combinations(others).map((rest) => [value, ...rest]));
}
