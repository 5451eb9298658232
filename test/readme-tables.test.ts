import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { OPERATOR_RIGHTS } from './support/operator-rights.js';
import { settingsRead } from './support/settings-read.js';

const README = readFileSync(path.join(import.meta.dirname, '..', 'README.md'), 'utf8');

function rowsBelow(head: string): string[][] {
  const [, table = ''] = README.split(head);
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n').slice(2);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const namesIn = (cell = ''): string[] => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);

it('says of the operations that it names which operators may call them, and has a row for every group of operators', () => {
  const others = ['FINANCE', 'MANAGER', 'SUPPORT'];
  const rows = rowsBelow('| may | owner | finance | manager | support |').map(([what, owner, ...rest]) => {
    expect(owner).toBe('yes');
    return { operations: namesIn(what), may: others.filter((_, at) => rest[at] === 'yes') };
  });
  for (const { operations, may } of rows) {
    expect(operations).not.toEqual([]);
    for (const name of operations) expect([name, OPERATOR_RIGHTS.get(name)?.toSorted()]).toEqual([name, may]);
  }
  const groups = new Set([...OPERATOR_RIGHTS.values()].map((roles) => roles.toSorted().join(' ')));
  expect(new Set(rows.map(({ may }) => may.join(' ')))).toEqual(groups);
});

it('has a row for each variable of the environment that is read, and for no other', () => {
  const said = rowsBelow('| variable | default | |').flatMap(([names]) => namesIn(names));
  expect(said.toSorted()).toEqual(settingsRead());
});
