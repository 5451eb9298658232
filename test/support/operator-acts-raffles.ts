import { randomUUID } from 'node:crypto';
import type { ActStage, OperatorAct } from './operator-acts.js';
import { aPaidOrder } from './order-rows.js';
import { anOpenRaffle } from './sales.js';
import { anUploadedFile } from './uploaded-file.js';

const PROMOTION = { kind: 'FROM', quotaQuantity: 2, price: '0.90', bonusQuotas: 1 };

const aRaffle = async ({ server }: ActStage, overrides: Parameters<typeof anOpenRaffle>[1] = {}): Promise<string> =>
  (await anOpenRaffle(server, overrides)).id;

const aBox = async (stage: ActStage, isLocked = false) => {
  const input = { raffleId: await aRaffle(stage), title: 'Moto', quantity: 2, prize: '10.00', mode: 'ALEATORIO', isLocked };
  return { input };
};
const aMadeBox = async (stage: ActStage, isLocked?: boolean) => ({
  id: (await stage.done('createAwardedBox', await aBox(stage, isLocked))).id,
});

const aCombo = async (stage: ActStage) => ({ input: { raffleId: await aRaffle(stage), quantityTitles: 2, quantityBoxes: 2 } });
const aMadeCombo = async (stage: ActStage) => ({ id: (await stage.done('createAwardedBoxCombo', await aCombo(stage))).id });

const aPromotion = async (stage: ActStage) => ({ raffleId: await aRaffle(stage), input: PROMOTION });
const aMadePromotion = async (stage: ActStage) => ({ id: (await stage.done('createPromotion', await aPromotion(stage))).id });

const aQuotaPrize = async (stage: ActStage, isLocked = false) => ({
  raffleId: await aRaffle(stage, { enableQuotaPrizes: true }),
  input: { prizes: [{ luckyNumber: '1', prize: 'R$ 50', isLocked }] },
});
const aMadeQuotaPrize = async (stage: ActStage, isLocked?: boolean) => {
  const variables = await aQuotaPrize(stage, isLocked);
  const { ids } = await stage.done<{ ids: string[] }>('createQuotaPrizes', variables, '{ ids }');
  return { id: ids[0] };
};

const aCategory = async (stage: ActStage) => ({
  id: (await stage.done('createRaffleCategory', { input: { name: randomUUID() } })).id,
});
const aToggle = async (stage: ActStage) => ({ raffleId: await aRaffle(stage), enabled: true });
const aDisplay = async (stage: ActStage, raffleId: string, percentage: number) => ({ input: { raffleId, percentage } });

/** Raffles and their pictures, what is won in them, and how they end. */
export const raffleActs: Record<string, OperatorAct> = {
  createRaffle: async () => ({ input: { title: 'Moto zero', quotaPrice: '1.00', quotaQuantity: 100 } }),
  updateRaffle: async (stage) => ({ id: await aRaffle(stage), input: { title: 'Moto azul' } }),
  deleteRaffle: async (stage) => ({ id: await aRaffle(stage) }),
  deleteFile: async ({ server, admin }) => ({
    id: (await server.app.db.prisma.uploadedFile.create({ data: anUploadedFile(admin.id) })).id,
  }),
  createRaffleCategory: async () => ({ input: { name: randomUUID() } }),
  updateRaffleCategory: async (stage) => ({ ...(await aCategory(stage)), input: { name: randomUUID() } }),
  deleteRaffleCategory: aCategory,
  createAwardedBox: aBox,
  deleteAwardedBox: aMadeBox,
  lockAwardedBox: (stage) => aMadeBox(stage, false),
  unlockAwardedBox: (stage) => aMadeBox(stage, true),
  createAwardedBoxCombo: aCombo,
  updateAwardedBoxCombo: async (stage) => ({ ...(await aMadeCombo(stage)), input: { quantityBoxes: 3 } }),
  deleteAwardedBoxCombo: aMadeCombo,
  toggleAwardedBoxesVisualization: aToggle,
  toggleAwardedBoxesWinnersVisualization: aToggle,
  toggleAcumulativeCombo: aToggle,
  createPromotion: aPromotion,
  updatePromotion: async (stage) => ({ ...(await aMadePromotion(stage)), input: { ...PROMOTION, bonusQuotas: 2 } }),
  deletePromotion: aMadePromotion,
  createQuotaPrizes: aQuotaPrize,
  deleteQuotaPrize: aMadeQuotaPrize,
  lockQuotaPrize: (stage) => aMadeQuotaPrize(stage, false),
  unlockQuotaPrize: (stage) => aMadeQuotaPrize(stage, true),
  createFakeSoldQuotasPercentage: async (stage) => aDisplay(stage, await aRaffle(stage), 10),
  updateFakeSoldQuotasPercentage: async (stage) => {
    const raffleId = await aRaffle(stage);
    await stage.done('createFakeSoldQuotasPercentage', await aDisplay(stage, raffleId, 10), '{ percentage }');
    return aDisplay(stage, raffleId, 20);
  },
  createWinner: async (stage) => {
    const raffleId = await aRaffle(stage, { prizes: { create: { position: 1, title: 'Moto' } } });
    await aPaidOrder(stage.server, raffleId, 2);
    await stage.done('updateRaffle', { id: raffleId, input: { status: 'CLOSED' } });
    return { raffleId };
  },
};
