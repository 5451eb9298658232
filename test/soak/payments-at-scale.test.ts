import { describe } from 'vitest';
import { paymentsAtScale } from '../support/payments-at-scale.js';

describe('ten thousand payments whose callbacks are lost, doubled, out of order and late', () => {
  paymentsAtScale({ times: 50, callbackDelayMs: 8_000 });
});
