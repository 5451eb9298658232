import { getNamedType, isEnumType, isListType, isNonNullType, type GraphQLField, type GraphQLOutputType } from 'graphql';
import { encodeCursor } from '../../src/platform/page.js';
import { schema } from '../../src/schema.js';
import { everyFieldOf } from './every-field.js';
import type { MillionOrders } from './million-orders.js';

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

/** Each list with each combination of its filters, the first page and one from the depth, with all there is to select of it. */
export function everyListQuery(of: MillionOrders): ListQuery[] {
  return lists.flatMap((list) =>
    callersOf(list.name, of).flatMap((token) =>
      combinations(
        list.args.map(({ name, type, deprecationReason }) =>
          deprecationReason ? [undefined] : valuesOf(list.name, name, getNamedType(type), of),
        ),
      ).map((values) => {
        const passed = list.args.flatMap(({ name }, i) => (values[i] === undefined ? [] : [`${name}: ${values[i]}`]));
        const query = `{ list: ${list.name} ${passed.length > 0 ? `(${passed.join()})` : ''} ${everyFieldOf(list.type)} }`;
        return { name: `${list.name}(${passed.join()})`, query, token };
      }),
    ),
  );
}

function callersOf(list: string, { heavyBuyer, buyer, operator }: MillionOrders): (string | undefined)[] {
  if (list.startsWith('my')) return [heavyBuyer.token, buyer.token];
  const isPublic = ['raffles', 'winners', 'quotaPrizeWinners', 'notifications', 'faqs'].includes(list);
  return isPublic ? [operator.token, undefined] : [operator.token];
}

/** What an argument is given, as it is written in a document; undefined leaves it out. */
function valuesOf(list: string, argument: string, type: ReturnType<typeof getNamedType>, of: MillionOrders) {
  // What is read from the end is read in the other order.
  if (argument === 'orderBy') return [undefined, 'OLDEST_FIRST'];
  if (argument === 'filter') return [undefined, ...filtersOf(list, of)];
  if (isEnumType(type)) return [undefined, ...type.getValues().map(({ name }) => name)];
  const quoted = (...values: (string | number)[]) => values.map((value) => JSON.stringify(String(value)));
  switch (argument) {
    case 'first':
      // With every field of a node, a page of the default size costs more than is allowed.
      return ['12'];
    case 'txid':
      return [undefined, ...quoted('order000000000000000500003')];
    case 'endToEndId':
      return [undefined, ...quoted('L0000000000000000000000000500003')];
    case 'day':
      return [undefined, JSON.stringify(of.halfWay.toISOString().slice(0, 10))];
    case 'raffleId':
      if (list === 'ordersSummary') return [undefined, ...quoted(of.raffles.huge)];
      if (list === 'myAwardedBoxes' || list === 'awardedBoxes') return [undefined, ...quoted(of.raffles.huge)];
      if (list === 'quotaPrizeWinners' || list === 'winners') return [undefined, ...quoted(of.raffles.huge, of.raffles.small)];
      return quoted(...Object.values(of.raffles));
    case 'orderId':
      return list === 'myAwardedBoxes' ? [undefined, ...quoted(of.boxedOrderId)] : quoted(of.paidOrderId);
    case 'userId':
      return quoted(of.heavyBuyer.id, of.buyer.id);
    case 'categoryId':
      return [undefined, ...quoted(of.categoryId)];
    case 'actorId':
      return [undefined, ...quoted(of.heavyBuyer.id, of.buyer.id)];
    case 'action':
      return [undefined, ...quoted('payOrder', 'blockUser')];
    case 'from':
      if (type?.name !== 'DateTime') return [undefined];
      return [undefined, JSON.stringify(new Date(of.halfWay.getTime() - 3_600_000).toISOString())];
    case 'to':
      if (type?.name !== 'DateTime') return [undefined];
      return [undefined, JSON.stringify(of.halfWay.toISOString())];
    case 'isBlocked':
      return [undefined, 'true', 'false'];
    case 'endpointId':
      return [undefined, ...quoted(of.endpoint, of.deadEndpoint)];
    case 'highlighted':
    case 'activeOnly':
      return [undefined, 'true'];
    case 'after':
      return [undefined, JSON.stringify(cursorInTheDepth(list, of.halfWay))];
    default:
      return [undefined];
  }
}

/** Filters with each condition, and with those together whose rows are far apart in the indexes of either. */
function filtersOf(list: string, of: MillionOrders): string[] {
  const { raffles, halfWay, heavyBuyer, buyer } = of;
  const from = `from: "${new Date(halfWay.getTime() - 3_600_000).toISOString()}"`;
  const to = `to: "${halfWay.toISOString()}"`;
  const money = ['txid: "order000000000000000500003"', 'endToEndId: "L0000000000000000000000000500003"'];
  const persons = [heavyBuyer, buyer].flatMap(({ phone, cpf }) => [`phone: "${phone}"`, `cpf: "${cpf}"`]);
  if (list === 'users')
    return [
      ...persons,
      'email: "nobody@example.com"',
      from,
      to,
      `${from}, ${to}`,
      `isBlocked: true, ${to}`,
      'isBlocked: false',
    ].map(braced);
  const ofRaffles = Object.values(raffles).map((id) => `raffleId: "${id}"`);
  const narrowed = [...persons, ...money, ...ofRaffles, `${from}, ${to}`, to].flatMap((one) => [one, `${one}, status: REFUNDED`]);
  const spans = [...persons, ...ofRaffles].flatMap((one) => [`${one}, ${to}`, `${one}, ${from}, ${to}, status: PAID`]);
  return [...narrowed, ...spans, `${persons[0]}, ${ofRaffles[0]}`, 'status: PENDING', from].map(braced);
}

const braced = (conditions: string): string => `{ ${conditions} }`;

/** What stands there is newer or has a higher id than half of a list. */
function cursorInTheDepth(list: string, halfWay: Date): string {
  const uuid = '80000000-0000-7000-8000-000000000000';
  if (list === 'winners') return encodeCursor(5);
  if (list === 'prizeLog') return encodeCursor(25_000);
  if (list === 'myAwardedBoxes') return encodeCursor(500_000, 0);
  if (list === 'awardedBoxWinners') return encodeCursor(halfWay.toISOString(), 500_000, 0);
  if (list.startsWith('awardedBoxes')) return encodeCursor(25, uuid);
  if (list === 'auditLog') return encodeCursor(halfWay.toISOString(), 500_000);
  if (list === 'users') return encodeCursor(halfWay.toISOString(), uuid);
  if (list === 'quotaPrizes') return encodeCursor(5_000);
  if (list === 'quotaPrizeWinners') return encodeCursor(halfWay.toISOString(), uuid);
  if (list === 'rafflePercentageOfSales') return encodeCursor(uuid);
  if (/orders/i.test(list)) return encodeCursor(halfWay.toISOString(), 500_000);
  if (/entries/i.test(list)) return encodeCursor(500_000);
  if (list === 'referrers') return encodeCursor(1, uuid);
  if (/payments/i.test(list)) return encodeCursor(halfWay.toISOString(), uuid);
  if (list === 'apiClients' || list === 'files') return encodeCursor(uuid);
  return /numbers/i.test(list) ? encodeCursor(1_000) : encodeCursor(halfWay.getTime(), uuid);
}

function combinations<Value>([first, ...others]: Value[][]): Value[][] {
  if (!first) return [[]];
  return first.flatMap((value) => combinations(others).map((rest) => [value, ...rest]));
}
