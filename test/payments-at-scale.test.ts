import { describe } from 'vitest';
import { paymentsAtScale } from './support/payments-at-scale.js';

describe('400 payments whose callbacks are lost, doubled, out of order and late', () => {
  paymentsAtScale({ times: 2, callbackDelayMs: 1_500 });
});
