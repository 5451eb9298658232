import { expect, it } from 'vitest';
import { walkMoney } from './support/money-walk.js';

it('money is held, late or gone to the centavo after every step, and no state is left that no operation can leave', async () => {
  const walked = await walkMoney({ seed: 1, steps: 400 });
  expect(walked.balance).toMatchObject({ problems: [], undecided: 0n });
  expect(walked.balance.received).toBeGreaterThan(0n);
}, 60_000);
