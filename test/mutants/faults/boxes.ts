import type { Mutant } from '../mutant.js';

const MIGRATIONS = 'prisma/migrations';
const SALES = 'test/box-sales.test.ts';
const HELD = 'test/held-boxes.test.ts';
const DEFINED = 'test/awarded-boxes.test.ts';

/** Prizes of boxes given twice, told too early, or taken away. */
export const boxMutants: Mutant[] = [
  {
    name: 'boxes of one batch win the same unit',
    file: 'src/awarded-boxes/box-hook.ts',
    find: '      state[indexes.get(prizeId)!]!.given = given;\n',
    replace: '',
    tests: [SALES],
  },
  {
    name: 'boxes are decided by what their raffle had before anything of it was paid',
    file: 'src/awarded-boxes/box-desk.ts',
    find: '    if (isSold) kept.set(raffleId, boxes);',
    replace: '    kept.set(raffleId, boxes);',
    tests: [SALES],
  },
  {
    name: 'boxes of an order that is its raffle’s first are decided as if there were none',
    file: 'src/awarded-boxes/box-desk.ts',
    find: 'return isFirst ? readFirst(tx, raffleId) : readAndKeep(tx, raffleId);',
    replace: 'return isFirst ? null : readAndKeep(tx, raffleId);',
    tests: [SALES, HELD],
  },
  {
    name: 'boxes follow the quotas of an order without those of its bonus',
    file: 'src/awarded-boxes/box-hook.ts',
    find: 'boxesFor(boxes.combos, boxes.cumulative, block.order.quotaQuantity)',
    replace: 'boxesFor(boxes.combos, boxes.cumulative, block.order.quotaQuantity - 1)',
    tests: [SALES],
  },
  {
    name: 'an order whose boxes won is refunded',
    file: 'src/refunds/refund.service.ts',
    find: "      if (refusal !== undefined) throw new DomainError('CONFLICT', refusal);\n",
    replace: '',
    tests: [HELD],
  },
  {
    name: 'a refund does not wait for boxes that are being opened',
    file: 'src/awarded-boxes/decide.sql.ts',
    find: "'SELECT opened_count AS opened FROM order_boxes WHERE order_id = $1 FOR UPDATE'",
    replace: "'SELECT opened_count AS opened FROM order_boxes WHERE order_id = $1'",
    tests: [HELD],
  },
  {
    name: 'boxes are opened while their order is refunded',
    file: 'src/awarded-boxes/held-box.sql.ts',
    find: ' AND b.user_id = $1 AND NOT b.void AND',
    replace: ' AND b.user_id = $1 AND',
    tests: [HELD],
  },
  {
    name: "another buyer's boxes are told of",
    file: 'src/awarded-boxes/held-box.sql.ts',
    find: 'WHERE b.user_id = $1 AND b.order_id = $2`',
    replace: 'WHERE $1::uuid IS NOT NULL AND b.order_id = $2`',
    tests: [HELD],
  },
  {
    name: 'what boxes hold is read before they are opened',
    file: 'src/awarded-boxes/held-box.service.ts',
    find: '!order.isVoid && isOpened(order, boxIndex)',
    replace: '!order.isVoid',
    tests: [HELD],
  },
  {
    name: 'winners of boxes stay listed when their order is void',
    file: 'src/awarded-boxes/decide.sql.ts',
    find: 'UPDATE box_wins SET shown_at = NULL WHERE',
    replace: 'UPDATE box_wins SET shown_at = shown_at WHERE',
    tests: [HELD],
  },
  {
    name: 'boxes that are locked twice are in the log twice',
    file: 'src/awarded-boxes/box-lock.service.ts',
    find: '    if (box.standing === standing) return box;\n',
    replace: '',
    tests: [DEFINED],
  },
  {
    name: 'boxes are locked before the sale and the published hash stays',
    file: 'src/awarded-boxes/box-lock.service.ts',
    find: '      await publish(tx, raffleId, seed);\n',
    replace: '',
    tests: [DEFINED],
  },
  {
    name: 'boxes begin otherwise than the log of an order that has ended says',
    file: 'src/prizes/prize-log.ts',
    find: 'select: { id: true } })) !== null',
    replace: 'select: { id: true } })) === undefined',
    tests: [DEFINED],
  },
  {
    name: 'whether boxes of combos add up changes after the first sale',
    file: 'src/raffles/raffle-change.service.ts',
    find: "  'acumulativeCombo',\n",
    replace: '',
    tests: [DEFINED],
  },
  {
    name: 'what is drawn into open boxes is no winner of the list',
    file: 'src/awarded-boxes/close.sql.ts',
    find: '= 1 THEN clock_timestamp() END END',
    replace: '= 1 THEN NULL::timestamptz END END',
    tests: [HELD],
  },
  {
    name: 'the close of boxes counts what an earlier one drew',
    file: 'src/awarded-boxes/close-boxes.ts',
    find: 'if (!atClose) wins.push(win);',
    replace: 'wins.push(win);',
    tests: [SALES],
  },
  {
    name: 'the database lets a unit be in two boxes',
    file: MIGRATIONS,
    find: 'CREATE UNIQUE INDEX "box_wins_prize_id_unit_at_close_key"',
    replace: 'CREATE INDEX "box_wins_prize_id_unit_at_close_key"',
    tests: [HELD],
  },
  {
    name: 'the database lets how boxes begin change after the first sale',
    file: MIGRATIONS,
    find: '"release_at", "is_locked"\n  ON "awarded_boxes"',
    replace: '"release_at"\n  ON "awarded_boxes"',
    tests: [HELD],
  },
];
