import { createAwardedBox, deleteAwardedBox, setStanding } from '../../src/awarded-boxes/awarded-box.service.js';
import { createCombo, deleteCombo, toggle, updateCombo } from '../../src/awarded-boxes/combo.service.js';
import { boxIdOf, openAwardedBox } from '../../src/awarded-boxes/held-box.service.js';
import { refundOrder } from '../../src/refunds/refund.service.js';
import type { FeatureTests } from '../features.js';
import type { ActStage } from '../support/operator-acts.js';
import { unlessConflict } from '../support/million-stage.js';

const SALES = 'test/box-sales.test.ts';
const HELD = 'test/held-boxes.test.ts';
const DEFINED = 'test/awarded-boxes.test.ts';

const aBox = async ({ aRaffle }: ActStage, isLocked = false, status: 'OPEN' | 'DRAFT' = 'OPEN') => ({
  input: { raffleId: await aRaffle({ status }), title: 'Moto', quantity: 2, prize: '10.00', mode: 'ALEATORIO', isLocked },
});
const aMadeBox = async (stage: ActStage, isLocked?: boolean, status?: 'DRAFT') => ({
  id: (await stage.done('createAwardedBox', await aBox(stage, isLocked, status))).id,
});
const aCombo = async ({ aRaffle }: ActStage) => ({ input: { raffleId: await aRaffle(), quantityTitles: 2, quantityBoxes: 2 } });
const aMadeCombo = async (stage: ActStage) => ({ id: (await stage.done('createAwardedBoxCombo', await aCombo(stage))).id });
const aToggle = async ({ aRaffle }: ActStage) => ({ raffleId: await aRaffle(), enabled: true });

export const awardedBoxes: FeatureTests = {
  operations: `
    toggleAwardedBoxesVisualization         A(OM)  PATCH /v1/raffles/{raffleId}/toggle-awarded-boxes
    toggleAwardedBoxesWinnersVisualization  A(OM)  PATCH /v1/raffles/{raffleId}/toggle-awarded-boxes-winners
    toggleAcumulativeCombo                  A(OM)  PATCH /v1/raffles/{raffleId}/toggle-acumulative-combo
    awardedBoxes                            A      GET /v1/awarded-boxes
    awardedBoxesByRaffle                    P      GET /v1/awarded-boxes/raffle/{raffleId}
    awardedBoxWinners                       P      GET /v1/awarded-boxes/raffle/{raffleId}/winners
    myAwardedBoxes                          U      GET /v1/awarded-boxes/mine
    openAwardedBox                          U      PATCH /v1/awarded-boxes/{id}/open
    createAwardedBox                        A(OM)  POST /v1/awarded-boxes
    deleteAwardedBox                        A(OM)  DELETE /v1/awarded-boxes/{id}
    lockAwardedBox                          A(OM)  PATCH /v1/awarded-boxes/{id}/lock
    unlockAwardedBox                        A(OM)  PATCH /v1/awarded-boxes/{id}/unlock
    awardedBoxCombos                        P      GET /v1/awarded-boxes-combo/raffle/{raffleId}
    createAwardedBoxCombo                   A(OM)  POST /v1/awarded-boxes-combo
    updateAwardedBoxCombo                   A(OM)  PATCH /v1/awarded-boxes-combo/{id}
    deleteAwardedBoxCombo                   A(OM)  DELETE /v1/awarded-boxes-combo/{id}`,
  acts: {
    createAwardedBox: (stage) => aBox(stage),
    deleteAwardedBox: (stage) => aMadeBox(stage),
    lockAwardedBox: (stage) => aMadeBox(stage, false),
    // Of a raffle that can be bought nobody unlocks.
    unlockAwardedBox: (stage) => aMadeBox(stage, true, 'DRAFT'),
    createAwardedBoxCombo: aCombo,
    updateAwardedBoxCombo: async (stage) => ({ ...(await aMadeCombo(stage)), input: { quantityBoxes: 3 } }),
    deleteAwardedBoxCombo: aMadeCombo,
    toggleAwardedBoxesVisualization: aToggle,
    toggleAwardedBoxesWinnersVisualization: aToggle,
    toggleAcumulativeCombo: aToggle,
  },
  matrix: async ({ boxId }) => ({ calls: { openAwardedBox: () => ({ id: boxId }) } }),
  people({ admin, heavyBuyer, of }) {
    const { unordered } = of.raffles;
    const box = { title: 'Moto', quantity: 2, prize: 100n, mode: 'ALEATORIO' as const };
    const open = () => openAwardedBox(heavyBuyer, boxIdOf({ orderId: of.boxedOrderId, boxIndex: 1 }));
    let boxId = '';
    let comboId = '';
    return {
      'add an awarded box': async () => (boxId = (await createAwardedBox(admin, { raffleId: unordered, ...box })).id),
      'add a combo': async () =>
        (comboId = (await createCombo(admin, { raffleId: unordered, quantityTitles: 2, quantityBoxes: 2 })).id),
      'change a combo': () => updateCombo(admin, comboId, { quantityBoxes: 3 }),
      'let combos add up': () => toggle(admin, { raffleId: unordered, name: 'acumulativeCombo' }),
      'delete a combo': () => deleteCombo(admin, comboId),
      'delete an awarded box': () => deleteAwardedBox(admin, boxId),
      // From then on its boxes stand.
      'lock an awarded box before the sale': async () =>
        setStanding(admin, (await createAwardedBox(admin, { raffleId: unordered, ...box })).id, 'LOCKED'),
      'lock an awarded box': () => setStanding(admin, of.awardedBoxId, 'LOCKED'),
      'open a box': open,
      'open it again': open,
      // It may hold a prize, and then it is refused.
      'refund an order with an opened box': () => unlessConflict(refundOrder(admin, of.boxedOrderId, {})),
    };
  },
  lists: ({ raffles, boxedOrderId, time, middle, uuid }) => ({
    awardedBoxes: { after: [25, uuid], raffleIds: [undefined, raffles.huge] },
    awardedBoxesByRaffle: { after: [25, uuid] },
    awardedBoxWinners: { after: [time, middle, 0] },
    myAwardedBoxes: { after: [middle, 0], raffleIds: [undefined, raffles.huge], orderIds: [undefined, boxedOrderId] },
  }),
  faults: {
    'src/awarded-boxes/publish-boxes.sql.ts': [
      {
        name: 'winners of boxes stay listed when their order is void',
        find: 'UPDATE box_wins SET shown_at = NULL WHERE',
        replace: 'UPDATE box_wins SET shown_at = shown_at WHERE',
        tests: [HELD],
      },
    ],
    'src/awarded-boxes/held-box.sql.ts': [
      {
        name: 'boxes are opened while their order is refunded',
        find: ' AND b.user_id = $1 AND NOT b.void AND',
        replace: ' AND b.user_id = $1 AND',
        tests: [HELD],
      },
      {
        name: "another buyer's boxes are told of",
        find: 'WHERE b.user_id = $1 AND b.order_id = $2`',
        replace: 'WHERE $1::uuid IS NOT NULL AND b.order_id = $2`',
        tests: [HELD],
      },
    ],
    'src/awarded-boxes/held-box.service.ts': [
      {
        name: 'what boxes hold is read before they are opened',
        find: '!order.isVoid && isOpened(order, boxIndex)',
        replace: '!order.isVoid',
        tests: [HELD],
      },
    ],
    'src/awarded-boxes/awarded-box.service.ts': [
      {
        name: 'boxes that are locked twice are in the book twice',
        find: '    if (box.standing === standing) return box;\n',
        replace: '',
        tests: [DEFINED],
      },
      {
        name: 'a box is unlocked in a raffle that can be bought',
        find: "if (isOnSale && standing === 'UNLOCKED') throw",
        replace: "if (isOnSale && standing === 'UNLOCKED' && counter.allocated > 99) throw",
        tests: [DEFINED],
      },
      {
        name: 'a box is sent to the close behind the back of the book',
        find: '    if (isOnSale) await quotas.sendToClose(raffleId, id);\n    else {',
        replace: '    if (!isOnSale) {',
        tests: [DEFINED, SALES],
      },
      {
        name: 'boxes are locked before the sale and the published hash stays',
        find: '      await publish(tx, raffleId);\n',
        replace: '',
        tests: [DEFINED],
      },
    ],
    'prisma/migrations': [
      {
        name: 'the database lets a unit be in two boxes',
        find: 'CREATE UNIQUE INDEX "box_wins_prize_id_unit_key"',
        replace: 'CREATE INDEX "box_wins_prize_id_unit_key"',
        tests: [HELD],
      },
      {
        name: 'the database lets how boxes begin change after the first sale',
        find: '"release_at", "is_locked"\n  ON "awarded_boxes"',
        replace: '"release_at"\n  ON "awarded_boxes"',
        tests: [HELD],
      },
    ],
  },
};
