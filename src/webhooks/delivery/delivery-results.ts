import type { App } from '../../context.js';
import type { DeliveryOutcome } from './delivery-outcome.js';
import { finishDeliveries, giveBackDeliveries, type ClaimedDelivery } from './delivery.sql.js';

/** What is known of claims and has yet to be written. */
export interface DeliveryResults {
  ended(outcome: DeliveryOutcome): void;
  /** Claims that were not begun: others may have them. */
  returned(deliveries: ClaimedDelivery[]): void;
  readonly unwritten: number;
  /** Writes all there is and answers the outcomes among it. What could not be written stays, for the next time. */
  write(): Promise<DeliveryOutcome[]>;
}

/** Collects results so that a statement writes many. Writing one twice is as good as once. */
export function createDeliveryResults({ db }: Pick<App, 'db'>): DeliveryResults {
  let outcomes: DeliveryOutcome[] = [];
  let unbegun: ClaimedDelivery[] = [];
  return {
    ended: (outcome) => void outcomes.push(outcome),
    returned: (deliveries) => void unbegun.push(...deliveries),
    get unwritten() {
      return outcomes.length + unbegun.length;
    },
    async write() {
      const written = [...outcomes];
      const givenBack = [...unbegun];
      if (written.length > 0) {
        await db.query(finishDeliveries, columnsOf(written));
        outcomes = outcomes.slice(written.length);
      }
      if (givenBack.length > 0) {
        const values = [givenBack.map(({ id }) => id), givenBack.map(({ leasedUntil }) => leasedUntil)];
        await db.query(giveBackDeliveries, values);
        unbegun = unbegun.slice(givenBack.length);
      }
      return written;
    },
  };
}

function columnsOf(outcomes: DeliveryOutcome[]): unknown[] {
  return [
    outcomes.map(({ id }) => id),
    outcomes.map(({ leasedUntil }) => leasedUntil),
    outcomes.map(({ status }) => status),
    outcomes.map(({ wasSent }) => wasSent),
    outcomes.map(({ httpStatus }) => httpStatus),
    outcomes.map(({ error }) => error),
    outcomes.map(({ delaySeconds }) => delaySeconds),
  ];
}
