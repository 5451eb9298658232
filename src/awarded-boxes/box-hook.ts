import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from '../context.js';
import type { Transaction } from '../platform/database/database.js';
import { registerWins } from '../prizes/register-wins.js';
import { boxesFor } from '../proof/box-prizes.js';
import { decideBlock, type BlockWin, type BoxBlock, type BoxRules } from '../proof/box-decisions.js';
import type { AllocatedOrder, QuotaHook } from '../quotas/locked-quotas.js';
import { issueBoxes, issueMoreWins, lockOrderBoxes, selectPrizeStates, selectShownWin, voidBoxes } from './raffle-boxes.sql.js';
import { textOf } from '../platform/domain-error.js';

const WINS_A_STATEMENT = 10_000;
/** Deciding this many boxes blocks the process for some milliseconds. */
const BOXES_AT_A_STRETCH = 20_000;

const OPENED = textOf('awardedBoxes.openedWithPrize');

export function createBoxHook(app: Pick<App, 'raffleBoxes' | 'deliveries'>): QuotaHook {
  return {
    prepare: (raffleId) => app.raffleBoxes.prepare(raffleId),
    async allocated(tx, raffleId, blocks) {
      const boxes = await app.raffleBoxes.ofLocked(tx, raffleId, blocks[0]?.blocks[0]?.firstOrdinal === 0);
      if (!boxes) return;
      const due = blocks.flatMap((block) => {
        const count = boxesFor(boxes.combos, boxes.cumulative, block.order.quotaQuantity);
        return count > 0 ? [{ ...block, boxes: count }] : [];
      });
      if (due.length > 0) await issue(app, tx, boxes.rules, due);
    },
    async voided(tx, orders) {
      const of = new Map<string, string[]>();
      for (const { id, raffleId } of orders) of.set(raffleId, [...(of.get(raffleId) ?? []), id]);
      for (const [raffleId, ids] of of) if (await app.raffleBoxes.ofLocked(tx, raffleId, false)) await tx.query(voidBoxes, [ids]);
    },
    async refusal(tx, { id, raffleId }) {
      if (!(await app.raffleBoxes.ofLocked(tx, raffleId, false))) return undefined;
      // A statement of its own: it waits for a concurrent opening and sees its result.
      const [boxes] = await tx.query(lockOrderBoxes, [id]);
      if (!boxes || boxes.opened === 0) return undefined;
      return (await tx.query(selectShownWin, [id])).length > 0 ? OPENED : undefined;
    },
  };
}

type DueBlock = AllocatedOrder & { boxes: number };

/** Decides the blocks in order, as a verifier does after the draw. */
async function issue(app: Pick<App, 'deliveries'>, tx: Transaction, rules: BoxRules, due: readonly DueBlock[]): Promise<void> {
  const state = await tx.query(selectPrizeStates, [rules.raffleId]);
  const indexes = new Map(rules.prizes.map(({ id }, index) => [id, index]));
  const changed = new Map<string, number>();
  const wins: (BlockWin & { orderId: string })[] = [];
  let decided = 0;
  for (const { order, blocks, boxes } of due) {
    const block: BoxBlock = { first: blocks[0]!.firstOrdinal, count: order.quotaQuantity, boxes };
    const decision = decideBlock(rules, state, block);
    for (const { prizeId, given } of decision.changes) {
      state[indexes.get(prizeId)!]!.given = given;
      changed.set(prizeId, given);
    }
    for (const win of decision.wins) wins.push({ orderId: order.id, ...win });
    decided += boxes;
    if (decided < BOXES_AT_A_STRETCH) continue;
    decided = 0;
    await nextTurn();
  }

  const { raffleId, prizes } = rules;
  const columnsOf = (some: typeof wins) => [
    raffleId,
    some.map(({ orderId }) => orderId),
    some.map(({ boxIndex }) => boxIndex),
    some.map(({ prizeId }) => prizeId),
    some.map(({ unit }) => unit),
    some.map(({ prizeId }) => prizes[indexes.get(prizeId)!]!.quantity),
  ];
  await tx.query(issueBoxes, [
    ...columnsOf(wins.slice(0, WINS_A_STATEMENT)),
    due.map(({ order }) => order.id),
    due.map(({ order }) => order.userId),
    due.map(({ boxes }) => boxes),
    [...changed.keys()],
    [...changed.values()],
  ]);
  for (let at = WINS_A_STATEMENT; at < wins.length; at += WINS_A_STATEMENT)
    await tx.query(issueMoreWins, columnsOf(wins.slice(at, at + WINS_A_STATEMENT)));
  await registerWins(
    app,
    tx,
    raffleId,
    wins.map(({ orderId, boxIndex, prizeId, unit }) => ({ kind: 'BOX', prizeId, unit, orderId, boxIndex, isShown: false })),
  );
}
