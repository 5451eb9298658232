import type { App } from '../context.js';
import {
  DrawOfPageDocument,
  LastBuyersDocument,
  PricePreviewDocument,
  RaffleBoxesDocument,
  RafflePageDocument,
  RegulationPageDocument,
} from '../generated/client/operations.js';
import type { RafflePageData, RegulationPageData } from './page-renderer.js';
import type { PageReads } from './page-reads.js';

const SLUG = /^[a-z0-9-]{1,80}$/;

export interface RafflePageReads {
  /** Undefined for no raffle or a DRAFT. */
  bySlug(slug: string): Promise<RafflePageData | undefined>;
  /** `version` null: the last. Undefined for a version that there is not. */
  regulation(slug: string, version: number | null): Promise<RegulationPageData | undefined>;
}

export function createRafflePageReads({ beacon }: Pick<App, 'beacon'>, reads: PageReads): RafflePageReads {
  const askRaffle = reads(RafflePageDocument);
  const askDraw = reads(DrawOfPageDocument);
  const askBoxes = reads(RaffleBoxesDocument);
  const askBuyers = reads(LastBuyersDocument);
  const askPrice = reads(PricePreviewDocument);
  const askRegulation = reads(RegulationPageDocument);

  return {
    async bySlug(slug) {
      // The address may have bytes that the database refuses.
      if (!SLUG.test(slug)) return undefined;
      const raffle = (await askRaffle({ id: null, slug }))?.raffle;
      if (!raffle) return undefined;
      const { id: raffleId, fastSelectionCards } = raffle;
      const [boxes, drawn, buyers, ...prices] = await Promise.all([
        askBoxes({ raffleId }),
        raffle.frozenAt === null ? undefined : askDraw({ raffleId }),
        raffle.showLastBuyers ? askBuyers({ raffleId }) : undefined,
        ...fastSelectionCards.map((quotaQuantity) => askPrice({ raffleId, quotaQuantity })),
      ]);
      return (
        boxes && {
          raffle,
          draw: drawn?.drawProof ?? null,
          chainHash: beacon.chain.hash,
          boxes,
          cardPrices: prices.map((price) => price?.orderPrice ?? null),
          lastBuyers: buyers ?? null,
        }
      );
    },

    async regulation(slug, version) {
      const data = SLUG.test(slug) ? await askRegulation({ slug, version }) : undefined;
      return data?.raffle ? { raffle: data.raffle, regulation: data.raffleRegulation } : undefined;
    },
  };
}
