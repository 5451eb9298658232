import { MAX_COUNTED, readingOf, readPage, type KeyPart, type Page, type PageRequest, type TwoWayPageRequest } from '../page.js';
import { columnStatements, type Columns, type ColumnSet } from './column-statements.js';
import { statement, type Statement, type Sql } from './statement.js';

export interface KeysetListOptions<Row extends object> {
  /** The statements are `select_<name>` and `count_<name>`. */
  name: string;
  /** A select list, or columns by property if readers choose them. */
  columns: string | Columns<Row>;
  from: string;
  joins?: string | ((columns: string) => string);
  where?: string | undefined;
  /** Unique in the list as a whole. */
  key: readonly KeyPart<Row>[];
  /** BOTH adds `select_<name>_ascending`. */
  order: 'ASC' | 'DESC' | 'BOTH';
  /** Adds NULLS LAST, to name the index that has the order. No key is null. */
  nullsLast?: readonly (keyof Row & string)[];
  /** The first part of the key must lie in the span of a request. */
  isInSpan?: boolean;
  /** Reads the first rows of each combination of values apart: rare ones are far apart among the others. `from` is one table then. */
  each?: readonly { column: string; values: string }[];
}

export interface Span {
  from: string;
  to: string;
}

export interface KeysetList<Row extends object> {
  page<Node = Row>(
    db: Sql,
    request: PageRequest | TwoWayPageRequest,
    values?: readonly unknown[],
    options?: {
      span?: Span;
      wanted?: ColumnSet<Row>;
      nodesOf?: (rows: Row[]) => Node[];
      isEmpty?: boolean;
    },
  ): Promise<Page<Node>>;
  first(db: Sql, count: number, values?: readonly unknown[]): Promise<Row[]>;
}

const ALWAYS: Span = { from: '-infinity', to: 'infinity' };

export function keysetList<Row extends object>(list: KeysetListOptions<Row>): KeysetList<Row> {
  const { key, order, isInSpan = false } = list;
  const descending = order === 'ASC' ? undefined : pageStatement(list, true);
  const ascending = order === 'DESC' ? undefined : pageStatement(list, false);
  const counting = statement<{ count: number }>(`count_${list.name}`, countText(list));

  function beginOf(isDescending: boolean, behind: string[] | undefined, span: Span): string[] {
    const begin = key.map(([, { least, greatest }], i) => behind?.[i] ?? (isDescending ? greatest : least));
    if (isInSpan) return beginInSpan(begin, { isDescending, span, leastId: key[1]?.[1].least ?? '' });
    return begin.filter((_, i) => key[i]?.[2] !== undefined);
  }
  function select(isDescending: boolean, wanted?: ColumnSet<Row>): Statement<Row> {
    const made = isDescending ? descending : ascending;
    if (!made) throw new Error(`${list.name} is not read in this order`);
    return made(wanted);
  }

  return {
    async page(db, request, values = [], { span = ALWAYS, wanted, nodesOf, isEmpty = false } = {}) {
      const reading =
        order === 'BOTH'
          ? readingOf(request)
          : { ...(request as PageRequest), isDescending: order === 'DESC', isBackward: false };
      const { isDescending } = reading;
      return readPage(reading, {
        key,
        rows: (behind, count) =>
          isEmpty ? [] : db.query(select(isDescending, wanted), [...values, ...beginOf(isDescending, behind, span), count]),
        async count() {
          if (isEmpty) return 0;
          const begin = beginOf(order !== 'ASC', undefined, span);
          const [counted] = await db.query(counting, [...values, ...begin, MAX_COUNTED]);
          return counted?.count ?? 0;
        },
        nodesOf,
      });
    },
    first(db, count, values = []) {
      const isDescending = order !== 'ASC';
      return db.query(select(isDescending), [...values, ...beginOf(isDescending, undefined, ALWAYS), count]);
    },
  };
}

/** Only the other end of the span is a condition: with two at one end, Postgres may begin at the wider one. */
function beginInSpan(
  [instant = '', id = '']: string[],
  { isDescending, span: { from, to }, leastId }: { isDescending: boolean; span: Span; leastId: string },
): string[] {
  const [near, otherEnd] = isDescending ? [to, from] : [from, to];
  const isWithin = timeOf(instant) < timeOf(near) === isDescending;
  return isWithin ? [otherEnd, instant, id] : [otherEnd, near, leastId];
}

function timeOf(instant: string): number {
  return instant.endsWith('infinity') ? Number(instant.replace('i', 'I')) : Date.parse(instant);
}

function pageStatement<Row extends object>(
  list: KeysetListOptions<Row>,
  isDescending: boolean,
): (wanted?: ColumnSet<Row>) => Statement<Row> {
  const name = `select_${list.name}${list.order === 'BOTH' && !isDescending ? '_ascending' : ''}`;
  const text = (columns: string): string => pageText(list, columns, isDescending);
  const { columns } = list;
  if (typeof columns === 'string') {
    const made = statement<Row>(name, text(columns));
    return () => made;
  }
  const made = columnStatements<Row>(name, columns, text);
  const all = new Set(Object.keys(columns) as (keyof Row & string)[]);
  return (wanted = all) => made(wanted);
}

function pageText<Row extends object>(list: KeysetListOptions<Row>, columns: string, isDescending: boolean): string {
  const { from, each } = list;
  const joins = typeof list.joins === 'function' ? list.joins(columns) : (list.joins ?? '');
  const { sorted, found, limit, orderBy } = foundOf(list, isDescending, each ? '' : joins);
  if (!each) return `SELECT ${columns} ${found}`;

  const id = sorted.at(-1) ?? '';
  // Every plan counts an array as short, so the rest is fetched by its keys.
  return `
  SELECT ${columns} FROM unnest(ARRAY(
    SELECT found.${id.replace(/^.*\./, '')}
    FROM ${wantedOf(each)} CROSS JOIN LATERAL (
      SELECT ${sorted.join(', ')} ${found}
    ) found
    ORDER BY ${orderBy('found')} LIMIT ${limit}
  )) AS page(id) JOIN ${from} ON ${id} = page.id ${joins}
  ORDER BY ${orderBy()}`;
}

/** The rows of a page of MAX_COUNTED rows: the same index serves both. */
function countText<Row extends object>(list: KeysetListOptions<Row>): string {
  const { each } = list;
  const { found, limit } = foundOf(list, list.order !== 'ASC', '');
  const rows = each ? `FROM ${wantedOf(each)} CROSS JOIN LATERAL (SELECT ${found}) found LIMIT ${limit}` : found;
  return `SELECT count(*)::int AS count FROM (SELECT ${rows}) AS counted`;
}

type Each = NonNullable<KeysetListOptions<object>['each']>;

function wantedOf(each: Each): string {
  return each.map(({ values }, i) => `unnest(${values}) AS wanted${i}(value)`).join(' CROSS JOIN ');
}

function foundOf<Row extends object>(list: KeysetListOptions<Row>, isDescending: boolean, joins: string) {
  const { from, where, each, isInSpan = false, nullsLast = [] } = list;
  const sorted = list.key.flatMap(([property, { cast }, column]) => (column === undefined ? [] : [{ property, cast, column }]));
  const [way, nulls] = isDescending ? ['DESC', 'NULLS LAST'] : ['ASC', 'NULLS FIRST'];
  const orderBy = (table?: string): string =>
    sorted
      .map(({ property, column }) => {
        const name = table === undefined ? column : `${table}.${column.replace(/^.*\./, '')}`;
        return `${name} ${way}${nullsLast.includes(property) ? ` ${nulls}` : ''}`;
      })
      .join(', ');

  let n = parametersOf(list);
  const columns = sorted.map(({ column }) => column);
  const conditions = where === undefined ? [] : [where];
  for (const [i, { column }] of each?.entries() ?? []) conditions.push(`${column} = wanted${i}.value`);
  if (isInSpan) conditions.push(`${columns[0]} ${isDescending ? '>=' : '<'} $${++n}::timestamptz`);
  const behind = sorted.map(({ cast }) => `$${++n}::${cast}`);
  conditions.push(`(${columns.join(', ')}) ${isDescending ? '<' : '>'} (${behind.join(', ')})`);
  const limit = `$${++n}`;
  const found = `FROM ${from} ${joins} WHERE ${conditions.join(' AND ')} ORDER BY ${orderBy()} LIMIT ${limit}`;
  return { sorted: columns, found, limit, orderBy };
}

function parametersOf<Row extends object>({ from, where = '', each }: KeysetListOptions<Row>): number {
  return Math.max(
    0,
    ...[...`${from} ${where} ${each?.map(({ values }) => values).join()}`.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)),
  );
}

export function perScope<Scope extends string, Condition, Made>(
  scopes: Readonly<Record<Scope, Condition>>,
  make: (scope: Scope, condition: Condition) => Made,
): Record<Scope, Made> {
  const entries = Object.entries(scopes) as [Scope, Condition][];
  return Object.fromEntries(entries.map(([scope, condition]) => [scope, make(scope, condition)])) as Record<Scope, Made>;
}
