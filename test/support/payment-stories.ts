/** Orders of one quota that a raffle sells out with. */
const SOLD_OUT = 6;
const STRANGERS = 2;

/** What becomes of an order: how it is charged, when it ends, and what is paid for it, compared with its total. */
export interface Story {
  orders: number;
  raffle: 'open' | 'soldOut' | 'calledOff';
  dynamic?: boolean;
  /** Ended before anybody pays. */
  before?: 'EXPIRED' | 'CANCELLED';
  /** Ended between the payment and its callback. */
  between?: 'EXPIRED' | 'CALLED_OFF';
  pays: ('RIGHT' | 'LESS' | 'MORE')[];
  ends: 'PAID' | 'EXPIRED' | 'CANCELLED';
  /** Of its payments those that are to be given back. */
  late?: number;
}

const SHARES: Story[] = [
  { orders: 84, raffle: 'open', pays: ['RIGHT'], ends: 'PAID' },
  { orders: 40, raffle: 'open', dynamic: true, pays: ['RIGHT'], ends: 'PAID' },
  { orders: 10, raffle: 'open', pays: ['RIGHT', 'RIGHT'], ends: 'PAID', late: 1 },
  { orders: 6, raffle: 'open', pays: ['LESS', 'RIGHT'], ends: 'PAID', late: 1 },
  { orders: 6, raffle: 'open', pays: ['LESS'], ends: 'EXPIRED', late: 1 },
  { orders: 6, raffle: 'open', pays: ['MORE'], ends: 'PAID', late: 1 },
  { orders: 6, raffle: 'open', between: 'EXPIRED', pays: ['RIGHT'], ends: 'PAID' },
  // Quotas are left, so late money buys them after all.
  { orders: 6, raffle: 'open', before: 'EXPIRED', pays: ['RIGHT'], ends: 'PAID' },
  { orders: 4, raffle: 'open', before: 'CANCELLED', pays: ['RIGHT'], ends: 'PAID' },
  { orders: 4, raffle: 'open', pays: [], ends: 'EXPIRED' },
  { orders: 2, raffle: 'open', dynamic: true, pays: [], ends: 'EXPIRED' },
  // Here none are: others bought them.
  { orders: SOLD_OUT, raffle: 'soldOut', before: 'EXPIRED', pays: ['RIGHT'], ends: 'EXPIRED', late: 1 },
  { orders: SOLD_OUT, raffle: 'soldOut', pays: ['RIGHT'], ends: 'PAID' },
  { orders: 1, raffle: 'calledOff', between: 'CALLED_OFF', pays: ['RIGHT'], ends: 'CANCELLED', late: 1 },
  { orders: 1, raffle: 'calledOff', dynamic: true, between: 'CALLED_OFF', pays: ['RIGHT'], ends: 'CANCELLED', late: 1 },
  { orders: 1, raffle: 'calledOff', dynamic: true, between: 'CALLED_OFF', pays: [], ends: 'CANCELLED' },
];

/** Every way an order may go, so many times 200 payments, a hundredth of them for nobody. */
export function paymentStories(times: number) {
  const stories = SHARES.map((story) => ({ ...story, orders: story.orders * times }));
  const sum = (of: (story: Story) => number) => stories.reduce((total, story) => total + story.orders * of(story), 0);
  const strangers = STRANGERS * times;
  return {
    stories,
    strangers,
    soldOutQuotas: SOLD_OUT * times,
    payments: strangers + sum(({ pays }) => pays.length),
    latePayments: strangers + sum(({ late = 0 }) => late),
  };
}

/** Of ten payments: the callbacks of three are lost, those of three are sent twice. All of them overtake each other. */
export const FATES = [
  { share: 3, callbackCopies: 0 },
  { share: 3, callbackCopies: 2 },
  { share: 4, callbackCopies: 1 },
];
