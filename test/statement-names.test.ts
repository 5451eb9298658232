import { expect, it } from 'vitest';
import { statement } from '../src/platform/database/statement.js';

it('two statements may not share a name, which whatever connection prepared the one would refuse the other for', () => {
  const first = statement<{ one: number }>('a_name_of_tests', 'SELECT 1 AS one');
  expect(statement('a_name_of_tests', 'SELECT 1 AS one')).toEqual(first);
  expect(() => statement('a_name_of_tests', 'SELECT 2 AS one')).toThrow('Two statements have the name a_name_of_tests');
});
