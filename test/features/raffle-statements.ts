import { raffleStatement } from '../../src/raffle-statements/raffle-statement.service.js';
import type { FeatureTests } from '../features.js';

const STATEMENT = ['test/raffle-statement.test.ts'];

export const raffleStatements: FeatureTests = {
  operations: `
    raffleStatement  A(OF)  GET /v1/raffles/{raffleId}/statement`,
  people: ({ admin, of }) => ({
    'read the statement of a raffle': () => raffleStatement(admin, { raffleId: of.raffles.small }),
  }),
  faults: {
    'src/raffle-statements/raffle-statement.sql.ts': [
      {
        name: 'a refund that is under way counts as gone',
        find: "WHEN f.status <> 'RETURNED' THEN 'refundsUnderWay' ",
        replace: '',
        tests: STATEMENT,
      },
      {
        name: 'what a bank takes back is told as a refund of ours',
        find: "WHEN f.initiator IN ('BANK', 'PROVIDER') THEN 'takenBack'",
        replace: "WHEN f.initiator = 'PROVIDER' THEN 'takenBack'",
        tests: STATEMENT,
      },
      {
        name: 'a refund that failed is a refund',
        find: ") f WHERE f.status <> 'FAILED'",
        replace: ') f',
        tests: STATEMENT,
      },
      {
        name: 'what was taken from commissions is earned',
        find: "CASE e.type WHEN 'REVERSED' THEN 'commissionsReversed'",
        replace: "CASE e.type WHEN 'PAID_OUT' THEN 'commissionsReversed'",
        tests: STATEMENT,
      },
      {
        name: 'half a centavo of a fee is dropped',
        find: '(p.amount * k.basis_points + 5000) / 10000',
        replace: '(p.amount * k.basis_points) / 10000',
        tests: STATEMENT,
      },
      {
        name: 'the fee of a provider holds for what it has replaced',
        find: "lead(f.valid_from, 1, 'infinity') OVER (PARTITION BY f.provider_name ORDER BY f.valid_from) AS next_from",
        replace: "'infinity'::date AS next_from",
        tests: STATEMENT,
      },
      {
        name: 'what operators marked as paid costs a fee',
        find: "WHERE p.source <> 'ADMIN' AND p.amount > 0",
        replace: 'WHERE p.amount > 0',
        tests: STATEMENT,
      },
      {
        name: 'the days of the statement are those of London',
        find: '(m.at AT TIME ZONE $4)::date',
        replace: "(m.at AT TIME ZONE replace($4, $4, 'UTC'))::date",
        tests: STATEMENT,
      },
    ],
    'src/raffle-statements/raffle-statement.service.ts': [
      {
        name: 'money that was marked by hand is not part of what is left',
        find: 'net: received + receivedByHand - refunded',
        replace: 'net: received - refunded',
        tests: STATEMENT,
      },
    ],
  },
};
