import { MAX_COUNTED, readPage, type KeyPart, type KeyType, type Page, type PageRequest } from '../page.js';

interface Model {
  findMany: (args: any) => PromiseLike<object[]>;
  count: (args: any) => PromiseLike<unknown>;
}

export async function modelPage<Row extends object, Node = Row>(
  { findMany, count }: Model,
  request: PageRequest,
  {
    key,
    where = {},
    nodesOf,
    ...columns
  }: { key: readonly KeyPart<Row>[]; where?: object; select?: object; omit?: object; nodesOf?: (rows: Row[]) => Node[] },
): Promise<Page<Node>> {
  return readPage(request, {
    key,
    rows: async (behind, take) => {
      const args = {
        ...columns,
        where: behind ? { AND: [where, below(key, behind)] } : where,
        orderBy: key.map(([property]) => ({ [property]: 'desc' })),
        take,
      };
      return (await findMany(args)) as Row[];
    },
    count: async () => (await count({ where, take: MAX_COUNTED })) as number,
    nodesOf,
  });
}

/** The first condition bounds the index scan: Postgres gets no bound from an OR. */
function below<Row>([first, second]: readonly KeyPart<Row>[], [text = '', secondText = '']: string[]): object {
  if (!first) return {};
  const [property, type] = first;
  const value = valueOf(type, text);
  if (!second) return { [property]: { lt: value } };
  const tie = { [second[0]]: { lt: valueOf(second[1], secondText) } };
  return { [property]: { lte: value }, OR: [{ [property]: { lt: value } }, tie] };
}

function valueOf({ cast }: KeyType, text: string): string | number | bigint | Date {
  switch (cast) {
    case 'timestamptz':
      return new Date(text);
    case 'bigint':
      return BigInt(text);
    case 'int':
      return Number(text);
    default:
      return text;
  }
}
