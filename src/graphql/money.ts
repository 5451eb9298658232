import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { textOf } from '../platform/domain-error.js';
import { InvalidMoneyError, formatMoney, parseMoney } from '../platform/money.js';

/** `Money`: BRL as decimal text with two digits. A plain number with at most two decimals is taken too. */
export const Money = new GraphQLScalarType<bigint, string>({
  name: 'Money',
  description:
    'An amount in Brazilian reais (BRL) as decimal text with two digits after the point, such as "12.50". Inputs may '
    + 'also be numbers, with at most two decimals. Never negative, and at most 9999999999.99.',
  serialize: (value) => formatMoney(value as bigint),
  parseValue: (value) => read(value),
  parseLiteral(node) {
    if (node.kind !== Kind.STRING && node.kind !== Kind.INT && node.kind !== Kind.FLOAT) return read(undefined, node);
    return read(node.value, node);
  },
});

/** Of a difference: no input takes it. */
export const SignedMoney = new GraphQLScalarType<never, string>({
  name: 'SignedMoney',
  description: 'Like `Money`, with a minus sign before an amount below zero: "-12.50". No input takes it.',
  serialize: (value) => formatMoney(value as bigint),
});

function read(value: unknown, nodes?: ValueNode): bigint {
  try {
    return parseMoney(typeof value === 'number' ? String(value) : value);
  } catch (error) {
    if (error instanceof InvalidMoneyError)
      throw new GraphQLError(error.message, { nodes, extensions: { text: textOf('graphql.money', { example: '12.50' }) } });
    throw error;
  }
}
