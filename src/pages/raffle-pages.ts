import { Kind, parse, type OperationDefinitionNode } from 'graphql';
import type { App } from '../context.js';
import type { Executor } from '../graphql/executor.js';
import { refuse } from '../platform/domain-error.js';
import {
  DrawOfPageDocument,
  PricePreviewDocument,
  RaffleBoxesDocument,
  RafflePageDocument,
  type TypedDocumentString,
} from '../generated/client/operations.js';
import type { RafflePageData } from './page-renderer.js';

const SLUG = /^[a-z0-9-]{1,80}$/;

/** Reads a page's data by the client's own documents, as the public. */
export interface RafflePageReads {
  /** Undefined for no raffle or a DRAFT. */
  bySlug(slug: string): Promise<RafflePageData | undefined>;
}

export function createRafflePageReads({ app, executor }: { app: App; executor: Executor }): RafflePageReads {
  const asking = <Data, Variables extends Record<string, unknown>>(text: TypedDocumentString<Data, Variables>) => {
    const document = parse(text.toString(), { noLocation: true });
    const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode;
    return async (variables: Variables): Promise<Data | undefined> => {
      const context = await app.contextFor({ requestId: 'page', clientAddress: '127.0.0.1' });
      const { result } = await executor.run({ document, operation, variables }, context, { isOurs: true });
      const [error] = result.errors ?? [];
      const code = error?.extensions?.code;
      if (code === 'NOT_FOUND' || code === 'BAD_USER_INPUT') return undefined;
      if (code === 'UNAVAILABLE') throw refuse('platform.databaseAway');
      if (error) throw new Error(`a page's document failed: ${error.message}`);
      return result.data as Data;
    };
  };
  const askRaffle = asking(RafflePageDocument);
  const askDraw = asking(DrawOfPageDocument);
  const askBoxes = asking(RaffleBoxesDocument);
  const askPrice = asking(PricePreviewDocument);

  return {
    async bySlug(slug) {
      // The address may have bytes that the database refuses.
      if (!SLUG.test(slug)) return undefined;
      const raffle = (await askRaffle({ id: null, slug }))?.raffle;
      if (!raffle) return undefined;
      const { id: raffleId, fastSelectionCards } = raffle;
      const [boxes, drawn, ...prices] = await Promise.all([
        askBoxes({ raffleId }),
        raffle.frozenAt === null ? undefined : askDraw({ raffleId }),
        ...fastSelectionCards.map((quotaQuantity) => askPrice({ raffleId, quotaQuantity })),
      ]);
      return (
        boxes && {
          raffle,
          draw: drawn?.drawProof ?? null,
          chainHash: app.beacon.chain.hash,
          boxes,
          cardPrices: prices.map((price) => price?.orderPrice ?? null),
        }
      );
    },
  };
}
