import { describeEnum } from '../graphql/describe-enum.js';

export enum RefundRule {
  WITHIN_7_DAYS = 'WITHIN_7_DAYS',
  NOT_BY_BUYER = 'NOT_BY_BUYER',
}
describeEnum('RefundRule', RefundRule, 'Whether a buyer may give an order back (Lei 8.078/1990, art. 49).', {
  WITHIN_7_DAYS: 'Within 7 days of paying it, before sales close, or once the raffle is called off. Its quotas are sold again.',
  NOT_BY_BUYER:
    'Not by the buyer: the raffle has awarded boxes or quota prizes, and what an order wins is decided with its payment. An '
    + 'operator may refund an order that won nothing. Its quotas are not sold again.',
});
