import type { BookRule } from '../../src/reconciliation/books/book-rule.type.js';

/** What the service promises whatever happens, and how it is shown. PROMISES.md is made of these. */
export interface Promised {
  says: string;
  /** Constraints, triggers' functions and indexes of the database. They hold whatever the code does. */
  database?: readonly string[];
  /** Looked for at run time, in all rows: see the `reconciliation` report. */
  watched?: readonly BookRule[];
  /** Names of faults that would break it, as registered for `npm run mutants`. */
  faults: readonly string[];
}

export const PROMISES: Readonly<Record<string, readonly Promised[]>> = {
  Selling: [
    {
      says: 'No more quotas are reserved and sold than a raffle has.',
      database: ['raffle_counters_never_oversold'],
      watched: ['RAFFLE_RESERVED', 'RAFFLE_ALLOCATED'],
      faults: ['the database lets a raffle be oversold', 'one quota more than there is is reserved'],
    },
    {
      says: 'No quota, and so no lucky number, has two owners.',
      database: ['quota_allocations_never_overlap'],
      watched: ['ORDER_BLOCK'],
      faults: ['the database lets blocks of numbers overlap', 'paid orders of one batch get the same numbers'],
    },
    {
      says: 'An order is answered when it is on disk, and never before.',
      faults: ['an order is answered before it is durable'],
    },
    {
      says: 'A request that is sent again with its Idempotency-Key is done once.',
      database: ['idempotency_keys_pkey'],
      faults: [
        'an Idempotency-Key answers the order of another body',
        'a batch of orders that arrives late is written beside the one that was written for it',
      ],
    },
    {
      says: 'A transaction whose reply is lost is neither taken for done nor done twice.',
      database: ['transaction_witnesses_pkey'],
      faults: [
        'a transaction that was rolled back is answered as committed',
        'what was said not to have committed commits later',
      ],
    },
    {
      says: 'No id and no number is given again after a failover or a restore.',
      faults: ['a new leader gives numbers that the old one gave', 'a copy of the database gives numbers that the original gave'],
    },
    {
      says: 'A person buys no more than the raffle allows, over however many accounts.',
      watched: ['BUYER_HOLDINGS'],
      faults: [
        'more accounts with one CPF take more than the limit',
        'what a buyer has paid for counts in each raffle of a batch',
        'codes of several accounts of a person that are paid at once go beyond the limit',
      ],
    },
    {
      says: 'Unpaid orders of strangers never hold more than their share of a raffle.',
      watched: ['RAFFLE_UNPROVEN'],
      faults: ['strangers reserve all of a raffle', 'an account reserves again and again what it once paid'],
    },
  ],
  Money: [
    {
      says: 'An order is PAID with its whole total and not with a centavo less.',
      database: ['guard_paid_orders'],
      watched: ['ORDER_PAYMENT', 'ORDER_AMOUNT', 'ORDER_CHARGE'],
      faults: ['an order is paid with a centavo too little'],
    },
    {
      says: 'A payment counts once, even if several callbacks and readings report it.',
      database: ['payments_end_to_end_id_key'],
      faults: ['a payment that comes twice in one batch is recorded twice'],
    },
    {
      says: 'No received centavo is dropped: what pays nothing is kept for an operator.',
      database: ['guard_late_payments', 'late_payments_amount'],
      watched: ['PAYMENT_USE', 'LATE_PAYMENT_STATE'],
      faults: [
        'what an order was overpaid is kept without a word',
        'money for nobody is dropped when it comes a second time for somebody',
      ],
    },
    {
      says: 'Nothing that a callback says is believed until the provider is asked.',
      faults: ['a callback is believed without the secret', 'a callback that could not be worked off is forgotten'],
    },
    {
      says: 'No more goes back than was paid.',
      database: ['guard_refunds', 'refunds_amount'],
      watched: ['ORDER_REFUND'],
      faults: [
        'the database lets a refund be raised above what was paid',
        'a refund is confirmed or asked for again without the lock on its payment',
      ],
    },
    {
      says: 'While the banks dispute a payment, neither money nor a prize goes out for it.',
      faults: ['a late payment that is disputed is sent back', 'the prize of a disputed order is delivered'],
    },
    {
      says: 'A commission is earned with money that stays, and paid out once.',
      database: ['referrers_sums_check', 'commission_entries_amount_check'],
      watched: ['ORDER_COMMISSION'],
      faults: ['money that is refunded still earns its referrer', 'two payouts at once take the same balance'],
    },
    {
      says: "A legacy client's balance is the sum of its ledger, which is never rewritten.",
      database: ['refuse_change', 'ledger_entries_amount'],
      watched: ['CLIENT_BALANCE', 'BILLING_ORDER_AMOUNT'],
      faults: [
        "a legacy client's extract can be rewritten",
        "a legacy client's charge that is paid twice in one batch is credited twice",
      ],
    },
    {
      says: 'An event is written with what caused it. Each receiver gets it, at least once and always with the same id.',
      faults: ['webhooks are claimed by two at once', 'a failed send is written under a lease that was lost'],
    },
  ],
  'Draws and prizes': [
    {
      says: 'Terms and prizes stand from the first order on.',
      database: ['refuse_change_once_sold', 'refuse_raffle_change_once_sold', 'refuse_combo_rule_once_sold'],
      faults: [
        'the database lets how boxes begin change after the first sale',
        'prizes change after the first leaf of the book, when every order has ended',
      ],
    },
    {
      says: 'The round that decides cannot be known when a block of quotas is bound to it.',
      faults: [
        'a round may be known when a block is bound to it',
        'a process whose clock was set back binds blocks to rounds that were seen',
      ],
    },
    {
      says: 'The public book is one history: no leaf changes, goes away or comes in between.',
      faults: ['a changed leaf passes as a continuation', 'a book goes on without a leaf'],
    },
    {
      says: 'Nobody whose money went back is in the draw.',
      database: ['refuse_move_of_frozen', 'refuse_allocation_of_frozen'],
      faults: ['refunded orders take part in a draw', 'the numbers of a refunded order stay in the draw'],
    },
    {
      says: 'Each prize is won once, and a winner never changes.',
      database: ['refuse_to_win_again', 'refuse_another_winner', 'refuse_change_of_win', 'refuse_change_of_draw'],
      faults: ['the database lets a unit be in two boxes', 'two processes decide the same blocks'],
    },
    {
      says: 'Nobody reads what a box holds before its buyer opens it.',
      faults: ['what boxes hold is read before they are opened', 'a closed box is in the list of its buyer'],
    },
  ],
  People: [
    {
      says: 'An operation that names no role is refused.',
      faults: ['an operation that names no role is everybody’s', 'a stream opens before its role is checked'],
    },
    {
      says: 'Only a proof of the phone opens the account of the phone.',
      faults: [
        'a code opens the account of a stranger who bought more, not that of the device',
        'a phone is taken from the account that proved it',
      ],
    },
    {
      says: 'What a deleted buyer wrote, or others wrote about them, is nowhere.',
      faults: [
        'a deleted account leaves its name and CPF on its orders',
        'what was written about a deleted buyer stays in the audit log',
      ],
    },
    {
      says: 'The audit log and the timeline of a raffle are only ever added to.',
      database: ['refuse_change_of_audit', 'refuse_change'],
      faults: [
        'the audit log says nothing of an order that an operator paid by hand',
        'a promotion that was there for a friend leaves no trace',
      ],
    },
  ],
};
