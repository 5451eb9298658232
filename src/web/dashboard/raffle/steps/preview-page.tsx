import {
  LastBuyersDocument,
  PricePreviewDocument,
  RaffleBoxesDocument,
  RafflePageDocument,
} from '../../../../generated/client/operations.js';
import type { RafflePageData, SiteOfPage } from '../../../../pages/page-renderer.js';
import type { GatewayClient } from '../../../../client/create-client.js';
import { GatewayError } from '../../../../client/errors.js';
import { QUICKNET } from '../../../../proof/chain.js';
import { useEffect, useState } from 'preact/hooks';
import { texts, useTexts } from '../../../common/language.js';
import { AsNobody, useClient } from '../../../common/session.js';
import { RaffleShop } from '../../../raffle/raffle-page.js';
import { Problem, Skeleton } from '../../../ui/surface.js';

/** The page of a raffle as buyers will see it, for operators: of a draft as if it were on sale. Nothing in it can be used. */
export function PreviewPage({ id, site }: { id: string; site: SiteOfPage }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const [data, setData] = useState<RafflePageData>();
  const [problem, setProblem] = useState<GatewayError>();
  useEffect(() => {
    read(client, id).then(setData, (error: unknown) => {
      if (!(error instanceof GatewayError)) throw error;
      setProblem(error);
    });
  }, [client, id]);
  if (!data) return <main id="main">{problem ? <Problem problem={problem} /> : <Skeleton lines={12} />}</main>;
  return (
    <>
      <main class="visually-hidden">
        <h1>{t.preview(data.raffle.title)}</h1>
      </main>
      <div inert>
        <AsNobody>
          <RaffleShop site={site} data={data} />
        </AsNobody>
      </div>
    </>
  );
}

const TEXTS = texts({
  'pt-BR': { preview: (title: string) => `Prévia, em que nada pode ser usado: ${title}` },
  en: { preview: (title: string) => `Preview, in which nothing can be used: ${title}` },
});

async function read(client: GatewayClient, id: string): Promise<RafflePageData | undefined> {
  const { raffle } = await client.query(RafflePageDocument, { id, slug: null });
  if (!raffle) return undefined;
  const { fastSelectionCards, showLastBuyers } = raffle;
  const isDraft = raffle.status === 'DRAFT';
  const [boxes, lastBuyers, ...cardPrices] = await Promise.all([
    client.query(RaffleBoxesDocument, { raffleId: id }),
    // A draft has no buyers, and the query refuses a draft.
    showLastBuyers && !isDraft ? client.query(LastBuyersDocument, { raffleId: id }) : null,
    ...fastSelectionCards.map((quotaQuantity) =>
      client.query(PricePreviewDocument, { raffleId: id, quotaQuantity }).then(
        ({ orderPrice }) => orderPrice,
        () => null,
      ),
    ),
  ]);
  const shown = isDraft ? { ...raffle, status: 'OPEN' as const } : raffle;
  return { raffle: shown, draw: null, chainHash: QUICKNET.hash, boxes, lastBuyers, cardPrices };
}
