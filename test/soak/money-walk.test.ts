import { expect, it } from 'vitest';
import { walkMoney } from '../support/money-walk.js';

it.each([11, 22, 33])(
  'ten thousand steps of seed %d leave money held, late or gone to the centavo, and nothing that nobody can end',
  async (seed) => {
    const { done, refused, balance } = await walkMoney({ seed, steps: 10_000 });
    console.info({ seed, balance, done, refused });
    expect(balance).toMatchObject({ problems: [], undecided: 0n });
  },
  1_800_000,
);
