import { expect } from 'vitest';
import type { TestServer } from './start.js';

/** Every field of the GraphQL type but the dates of the row itself. */
const RAFFLE_FIELDS = `
  id version category { name } title subtitle description slug statusText privacy status startsAt endsAt showEndsAt drawAt
  photoUrl galleryUrls videoUrl quotaPrice quotaQuantity minReservationQuantity maxReservationQuantity maxBuyerQuantity reservationTimeLimit
  reservationType
  reservationFields fastSelectionCards popularSelectionCard showProgressBar showRank showLastBuyers showPrices isHighlighted freeCampaign
  affiliate commissionBasisPoints enablePromotions promotionType cumulative enableQuotaPrizes automaticQuotaPrizeDistribution showQuotaPrizeNumbers showAwardedBoxes
  showAwardedBoxesWinners acumulativeCombo enableAntiSpam antiSpamMaxQuota antiSpamTimeout unprovenShare enableNotification certificateCode certificateIssuer certificateValidFrom
  certificateValidUntil adultsOnly regulationText prizeClaimDays
  whatsapp whatsappGroup telegram email prizes { position title description photoUrl } secretHash`;

const CREATE = `mutation ($input: CreateRaffleInput!) { createRaffle(input: $input) { ${RAFFLE_FIELDS} } }`;
const UPDATE = `mutation ($id: ID!, $input: UpdateRaffleInput!) { updateRaffle(id: $id, input: $input) { ${RAFFLE_FIELDS} } }`;
const DELETE = `mutation ($id: ID!) { deleteRaffle(id: $id) { ${RAFFLE_FIELDS} } }`;
const SMALLEST = { title: 'Moto zero', quotaPrice: '1.00', quotaQuantity: 100 };

export interface RaffleAnswer {
  raffle: any;
  error: { code: string; fields?: Record<string, string[]> } | undefined;
  message: string | undefined;
}

/** The three mutations as one caller uses them. `create` fills in title, price and number of quotas. */
export function raffleDesk(server: TestServer, token: string | undefined) {
  const ask = async (query: string, variables: Record<string, unknown>): Promise<RaffleAnswer> => {
    const { data, errors } = await server.graphql(query, variables, { token });
    return { raffle: data && Object.values(data)[0], error: errors?.[0]?.extensions, message: errors?.[0]?.message };
  };
  return {
    create: (input: Record<string, unknown> = {}) => ask(CREATE, { input: { ...SMALLEST, ...input } }),
    update: (id: string, input: Record<string, unknown>) => ask(UPDATE, { id, input }),
    remove: (id: string) => ask(DELETE, { id }),
    /** What a change is refused with; nothing of the raffle may be other than before. */
    async refusalOf(id: string, input: Record<string, unknown>) {
      const before = await raffleRow(server, id);
      const { raffle, error } = await ask(UPDATE, { id, input });
      expect(raffle).toBeNull();
      expect(await raffleRow(server, id)).toEqual(before);
      return error;
    },
    /** The id of a new raffle, on sale unless `input` says otherwise. */
    async open(input: Record<string, unknown> = {}): Promise<string> {
      const { raffle, message } = await ask(CREATE, {
        input: { ...SMALLEST, status: 'OPEN', confirmNobodyCanPay: true, ...input },
      });
      if (!raffle) throw new Error(message);
      return raffle.id;
    },
  };
}

export function raffleRow(server: TestServer, id: string) {
  return server.app.db.prisma.raffle.findUniqueOrThrow({ where: { id }, include: { prizes: true, counter: true } });
}
