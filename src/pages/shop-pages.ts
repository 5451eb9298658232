import { isUuid } from '../platform/uuid.js';
import {
  MoreOfShopDocument,
  RaffleAddressesDocument,
  ShopDocument,
  WinnersDocument,
  type ShopPartFragment,
} from '../generated/client/operations.js';
import type { ShopAsked, ShopPageData, ShopSection, WinnersPageData } from './page-renderer.js';
import type { PageReads } from './page-reads.js';
import { SHOP_PARTS } from '../addresses/shop-address.js';

/** A site map may have 50,000 addresses; the newest raffles matter. */
const MAX_ADDRESSES = 1_000;

export interface ShopPageReads {
  /** Undefined for a cursor that is none. */
  shop(asked: ShopAsked): Promise<ShopPageData | undefined>;
  winners(after: string | null): Promise<WinnersPageData | undefined>;
  /** Of public raffles, the newest first. */
  addresses(): Promise<{ slug: string; updatedAt: string }[]>;
}

export function createShopPageReads(reads: PageReads): ShopPageReads {
  const askShop = reads(ShopDocument);
  const askMore = reads(MoreOfShopDocument);
  const askWinners = reads(WinnersDocument);
  const askAddresses = reads(RaffleAddressesDocument);

  return {
    async shop(asked) {
      const { part, after } = asked;
      const search = asked.search || null;
      const categoryId = asked.categoryId !== null && isUuid(asked.categoryId) ? asked.categoryId : null;
      const filter = { search, categoryId };
      const found = { search, categoryId, part };
      if (part) {
        const data = await askMore({ ...filter, statuses: [...SHOP_PARTS[part].statuses], after });
        return (
          data && {
            ...found,
            categories: data.raffleCategories,
            highlighted: null,
            sections: [sectionOf(part, data.raffles)],
            winners: [],
          }
        );
      }
      const data = await askShop(filter);
      if (!data) return undefined;
      const highlighted = data.highlighted.nodes[0] ?? null;
      const sections = (['selling', 'soon', 'waiting', 'drawn'] as const).map((one) =>
        sectionOf(one, data[one], highlighted?.id),
      );
      return {
        ...found,
        categories: data.raffleCategories,
        highlighted,
        sections: sections.filter(({ raffles }) => raffles.length > 0),
        winners: search === null && categoryId === null ? data.winners.nodes : [],
      };
    },

    async winners(after) {
      const data = await askWinners({ after });
      if (!data) return undefined;
      const { nodes, pageInfo } = data.winners;
      return { winners: nodes, after: pageInfo.hasNextPage ? pageInfo.endCursor : null, isFirst: after === null };
    },

    async addresses() {
      const found: { slug: string; updatedAt: string }[] = [];
      for (let after: string | null = null; found.length < MAX_ADDRESSES;) {
        const page: Awaited<ReturnType<typeof askAddresses>> = await askAddresses({ after });
        if (!page) break;
        found.push(...page.raffles.nodes.filter(({ status }) => status !== 'CANCELLED'));
        after = page.raffles.pageInfo.endCursor;
        if (!page.raffles.pageInfo.hasNextPage || after === null) break;
      }
      return found;
    },
  };
}

function sectionOf(part: ShopSection['part'], { nodes, pageInfo }: ShopPartFragment, except?: string): ShopSection {
  return { part, raffles: nodes.filter(({ id }) => id !== except), after: pageInfo.hasNextPage ? pageInfo.endCursor : null };
}
