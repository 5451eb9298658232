import { useEffect, useRef, useState, useCallback } from 'preact/hooks';
import type { RafflePageData } from '../../pages/page-renderer.js';
import { QUICKNET } from '../../proof/chain.js';
import { shopAddress } from '../../addresses/shop-address.js';
import { texts, useLanguage, useTexts } from '../common/language.js';
import type { PageData } from '../common/page-data.js';
import { SessionProvider, useSession, BUYER_KEY } from '../common/session.js';
import { BrokenPromise } from '../common/broken-promise.js';
import { ShopHeader } from '../common/site-frame.js';
import { SiteNotices } from '../common/site-notices.js';
import { useKeeping } from '../common/use-kept.js';
import { Button, ButtonLink } from '../ui/button.js';
import { BuyBar } from './buy-bar.js';
import { BuyCard } from './buy-card.js';
import { DrawNews } from './draw-news.js';
import { Gallery } from './gallery.js';
import { Hero } from './hero.js';
import { LastBuyers } from './last-buyers.js';
import { Prizes } from './main-prizes.js';
import type { MyRaffle } from './my-raffle.js';
import { OrderDialog } from './order-dialog.js';
import { rememberTracking } from './place-order.js';
import { BoxPrizes, QuotaPrizes } from './prizes.js';
import css from './raffle.module.css';
import { Rank } from './rank.js';
import { RaffleFooter } from './raffle-footer.js';
import { saleStateOf } from './sale-rules.js';
import { ShareRaffle } from './share-raffle.js';
import { useBar, useRaffle } from './use-raffle.js';

/** The HTML has what is the same for everybody; the rest comes with the script. */
export function RafflePage(page: Omit<PageData<RafflePageData>, 'locale'>) {
  return (
    <SessionProvider storageKey={BUYER_KEY}>
      <RaffleShop {...page} />
    </SessionProvider>
  );
}

export function RaffleShop({ site, data: initial }: Omit<PageData<RafflePageData>, 'locale'>) {
  const { data, refresh } = useRaffle(initial);
  const { raffle, boxes } = data;
  const bar = useBar(raffle);
  const { client } = useSession();
  const [opened, open] = useOpenDialog();
  const [paidOrders, setPaidOrders] = useState(0);
  const paid = paidOrders + (bar?.paid ?? 0);
  useEffect(rememberTracking, []);
  const isPublicChain = initial.chainHash === QUICKNET.hash;
  const isDrawn = raffle.status === 'DRAWN' || raffle.status === 'FINISHED';
  useKeeping(raffle.id, isDrawn);
  const t = useTexts(TEXTS);
  const language = useLanguage();
  const buyRef = useRef<HTMLDivElement>(null);
  const saleState = saleStateOf(raffle, bar);
  return (
    <>
      <ShopHeader site={site}>
        <Button small onClick={() => open({ kind: 'mine' })}>
          {t.mine}
        </Button>
      </ShopHeader>
      <SiteNotices notices={site.notices} />
      <main id="main" class={css.main}>
        <div class={css.hero}>
          <Hero raffle={raffle} bar={bar} />
          <Gallery raffle={raffle} />
        </div>
        <div class={css.buy} id="buy" ref={buyRef}>
          <BrokenPromise raffle={raffle} />
          <BuyCard
            data={data}
            bar={bar}
            isPaidByHand={site.isPaidByHand}
            onStale={refresh}
            onOrder={(order) => open({ kind: 'order', id: order.id })}
          />
        </div>
        <div class={css.about}>
          {isDrawn && <DrawNews raffle={raffle} draw={initial.draw} chainHash={initial.chainHash} />}
          <Prizes raffle={raffle} />
          <BoxPrizes boxes={boxes} raffle={raffle} isPublicChain={isPublicChain} />
          <QuotaPrizes raffle={raffle} isPublicChain={isPublicChain} />
          {raffle.showLastBuyers && raffle.privacy === 'PUBLIC' && raffle.status !== 'CANCELLED' && (
            <LastBuyers raffleId={raffle.id} initial={data.lastBuyers} paid={paid} />
          )}
          {raffle.showRank && raffle.status !== 'CANCELLED' && <Rank raffleId={raffle.id} paid={paid} />}
          {!isDrawn && <DrawNews raffle={raffle} draw={initial.draw} chainHash={initial.chainHash} />}
          {raffle.status !== 'CANCELLED' && <ShareRaffle raffle={raffle} />}
          <p>
            <ButtonLink href={shopAddress(site.shopPath, {}, language)}>{t.others}</ButtonLink>
          </p>
        </div>
      </main>
      <RaffleFooter site={site} raffle={raffle} />
      {saleState === 'selling' && !opened && <BuyBar raffle={raffle} buyRef={buyRef} />}
      {opened?.kind === 'order' && (
        <OrderDialog
          // Another order starts from scratch.
          key={opened.id}
          id={opened.id}
          raffle={raffle}
          isPublicChain={isPublicChain}
          saleState={saleState}
          client={client}
          testBank={site.testBank}
          isPaidByHand={site.isPaidByHand}
          onPaid={() => setPaidOrders((count) => count + 1)}
          onClose={() => open(undefined)}
          onMine={() => open({ kind: 'mine' })}
        />
      )}
      {opened?.kind === 'mine' && (
        <MyRaffleOnDemand
          raffle={raffle}
          chainHash={initial.chainHash}
          onClose={() => open(undefined)}
          onOrder={(id) => open({ kind: 'order', id })}
        />
      )}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': { mine: 'Meus números', others: 'Ver as outras rifas' },
  en: { mine: 'My numbers', others: 'See the other raffles' },
});

/** Its code is loaded when somebody opens it. Where that fails it closes, and can be opened again. */
function MyRaffleOnDemand(props: Parameters<typeof MyRaffle>[0]) {
  const [Loaded, setLoaded] = useState<typeof MyRaffle>();
  useEffect(() => {
    import('./my-raffle.js').then((loaded) => setLoaded(() => loaded.MyRaffle), props.onClose);
  }, []);
  return Loaded ? <Loaded {...props} /> : null;
}

/** The open dialog is in the address: the back button closes it, a reload opens it again. */
type OpenDialog = { kind: 'order'; id: string } | { kind: 'mine' } | undefined;

const read = (): OpenDialog => {
  const { hash } = location;
  const id = /^#order=([\w-]{1,40})$/.exec(hash)?.[1];
  if (id) return { kind: 'order', id };
  return hash === '#mine' ? { kind: 'mine' } : undefined;
};

function useOpenDialog(): [OpenDialog, (next: OpenDialog) => void] {
  // The HTML has no hash: the first rendering must equal it.
  const [opened, setOpened] = useState<OpenDialog>();
  useEffect(() => {
    const follow = (): void => setOpened(read());
    follow();
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const open = useCallback((next: OpenDialog) => {
    const hash = next === undefined ? '' : next.kind === 'order' ? `#order=${next.id}` : '#mine';
    history.pushState(null, '', `${location.pathname}${location.search}${hash}`);
    setOpened(next);
  }, []);
  return [opened, open];
}
