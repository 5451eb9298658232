import { randomBytes } from 'node:crypto';
import type { App, Context } from '../context.js';
import type { Raffle } from '../generated/prisma/client.js';
import { writeAudit } from '../platform/audit.js';
import { seal, unseal } from '../platform/crypto.js';
import { badField, DomainError } from '../platform/domain-error.js';
import { actorOf } from '../platform/principal.js';
import { wholePrizeLog } from '../prizes/prize-log.js';
import { toHex } from '../proof/bytes.js';
import { roundAt, timeOfRound, type Chain } from '../proof/chain.js';
import { manifestHash, manifestText, readManifest, type Manifest } from '../proof/manifest.js';
import { prizeLogHash } from '../proof/proof.js';
import { changeRaffle } from '../raffles/change-raffle.js';
import { treeOfBlocks } from './block-tree.js';
import { drawEvent } from './draw-events.js';
import { freezeRaffle, lockDraw, selectDrawTime, selectFrozenRaffle, storeManifest } from './draw.sql.js';
import { LEAF_KEY_BYTES } from './leaves.js';

/** A slip of the year must not bind a raffle to a round that nobody lives to see. */
const MOST_DAYS_AHEAD = 90;

/** What an operator says when a raffle is frozen. */
export interface FreezeAsked {
  /** Cancels the orders that are still unpaid. */
  force: boolean;
  /** Of the federal lottery. */
  contest: number | null;
}

/**
 * Freezes a raffle whose sale is over: unpaid orders end, and from then on none joins the draw or leaves it; audited. The manifest is
 * made afterwards, outside the lock. CONFLICT while it is not CLOSED or SOLD_OUT, and while orders are unpaid unless forced;
 * BAD_USER_INPUT for a contest that is missing or of no use. Does nothing to one that is frozen.
 */
export async function freeze(ctx: Context, raffleId: string, { force, contest }: FreezeAsked): Promise<void> {
  const sealedLeafKey = seal(ctx.config.encryptionKeys, randomBytes(LEAF_KEY_BYTES));
  for (let isFrozen = false; !isFrozen;) {
    isFrozen = await changeRaffle(ctx, raffleId, async (tx, raffle, quotas) => {
      if (raffle.frozenAt) return true;
      checkFreeze(raffle, contest);
      const counter = quotas.counterOf(raffleId);
      if (counter.reserved > 0 && !force) throw unpaidOrders(counter.reserved, raffle.reservationTimeLimit);
      if (counter.reserved > 0 && (await quotas.releaseUnpaid(raffleId)) === 0)
        throw new Error(`raffle ${raffleId} has quotas reserved, and no unpaid order`);
      // Many are released in several transactions: nobody pays for long while the lock is held.
      if (quotas.counterOf(raffleId).reserved > 0) return false;
      await tx.query(freezeRaffle, [raffleId, contest, sealedLeafKey]);
      const details = { mode: raffle.drawMode, contest, allocated: counter.allocated, force };
      await writeAudit(tx, {
        by: actorOf(ctx),
        action: 'freezeRaffle',
        subjectType: 'raffle',
        subjectId: raffleId,
        details,
      });
      return true;
    });
  }
}

function checkFreeze({ status, drawMode, drawAt }: Raffle, contest: number | null): void {
  if (status !== 'CLOSED' && status !== 'SOLD_OUT') {
    const wayOut = status === 'OPEN' ? ': close it first' : '';
    throw new DomainError('CONFLICT', `A raffle is drawn when its sale is over, and this one is ${status}${wayOut}.`);
  }
  if (drawAt && drawAt.getTime() > Date.now() + MOST_DAYS_AHEAD * 24 * 3_600_000)
    throw new DomainError(
      'CONFLICT',
      `drawAt lies more than ${MOST_DAYS_AHEAD} days ahead, and a frozen raffle waits for it: move it first.`,
    );
  if (drawMode === 'LOTERIA_FEDERAL' && contest === null)
    throw badField(
      'contest',
      'is required: the number of the contest of the Loteria Federal, still to be held, that draws this raffle',
    );
  if (drawMode === 'BEACON' && contest !== null) throw badField('contest', 'is of no use: this raffle is drawn by the beacon');
}

function unpaidOrders(quotas: number, minutes: number): DomainError {
  const held = quotas === 1 ? '1 quota is' : `${quotas} quotas are`;
  return new DomainError(
    'CONFLICT',
    `${held} in orders that are not paid yet: they end within about ${minutes + 5} minutes. Draw then, or cancel them now with force.`,
  );
}

/**
 * Writes the manifest of a frozen raffle and, in the same transaction, what will draw it: a round of the beacon that lies in the future
 * by the database's clock and by ours. From then on both are public. Safe to repeat and to be broken off: another process goes on.
 */
export async function publishManifest(app: App, raffleId: string): Promise<void> {
  const { db, config, beacon } = app;
  const [frozen] = await db.query(selectFrozenRaffle, [raffleId]);
  if (!frozen) throw new Error(`raffle ${raffleId} is not frozen`);
  const leafKey = unseal(config.encryptionKeys, frozen.sealedLeafKey);
  const tree = await treeOfBlocks(db, { raffleId, leafKey, allocated: frozen.allocated });
  const log = await wholePrizeLog(db, raffleId);

  await db.transaction(async (tx) => {
    const [draw] = await tx.query(lockDraw, [raffleId]);
    if (draw?.status !== 'FREEZING') return;
    const by =
      draw.mode === 'BEACON'
        ? futureRound(beacon.chain, (await tx.query(selectDrawTime, [raffleId, beacon.aheadSeconds, Date.now() / 1000]))[0])
        : null;
    const text = manifestText(
      readManifest({
        version: 1,
        raffleId,
        mode: draw.mode,
        quotaQuantity: frozen.quotaQuantity,
        sellable: frozen.sellable,
        allocated: frozen.allocated,
        prizes: frozen.prizes,
        voided: tree.voided,
        blocks: tree.blocks,
        merkleRoot: toHex(tree.root),
        secretHash: toHex(frozen.secretHash),
        boxSeedHash: frozen.boxesHash && frozen.boxSeedHash && toHex(frozen.boxSeedHash),
        quotaPrizesHash: frozen.quotaPrizesHash && toHex(frozen.quotaPrizesHash),
        boxesHash: frozen.boxesHash && toHex(frozen.boxesHash),
        prizeLogHash: prizeLogHash(log),
        chain: by?.chain.hash ?? null,
        round: by?.round ?? null,
        contest: draw.contest,
      } satisfies Manifest),
    );
    const hash = manifestHash(text);
    const drawnBy = [by && JSON.stringify(by.chain), by?.round ?? null, by?.dueAt ?? null];
    await tx.query(storeManifest, [raffleId, text, Buffer.from(hash), ...drawnBy, tree.subtreeHashes, tree.subtreeFirsts]);
    await drawEvent(app, tx, 'raffle.frozen', {
      raffleId,
      manifestHash: toHex(hash),
      round: by?.round ?? null,
      contest: draw.contest,
    });
  });
}

/** The first round of a chain that is due at a time or later. */
function futureRound(chain: Chain, time: { earliest: number } | undefined): { chain: Chain; round: number; dueAt: number } {
  if (!time) throw new Error('there is no such raffle');
  const round = roundAt(chain, time.earliest) + 1;
  return { chain, round, dueAt: timeOfRound(chain, round) };
}
