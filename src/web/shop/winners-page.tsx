import type { SiteOfPage, WinnersPageData } from '../../pages/page-renderer.js';
import { SHOP, shopAddress } from '../../addresses/shop-address.js';
import { texts, useLanguage, useTexts } from '../common/language.js';
import { ShopHeader, SiteFooter } from '../common/site-frame.js';
import { ButtonLink } from '../ui/button.js';
import { Empty } from '../ui/surface.js';
import css from './shop.module.css';
import { WinnerCards } from './winner-cards.js';

/** It needs no script. */
export function WinnersPage({ site, data }: { site: SiteOfPage; data: WinnersPageData }) {
  const t = useTexts(WINNERS_TEXTS);
  const language = useLanguage();
  const { winners, after, isFirst } = data;
  return (
    <>
      <ShopHeader site={site} />
      <main id="main" class={css.main} tabIndex={-1}>
        <div class={css.top}>
          <h1>{t.title}</h1>
          <p class={css.soft}>{t.lead}</p>
        </div>
        {winners.length === 0 ? (
          <Empty>
            <p>{t.none}</p>
            <ButtonLink href={shopAddress(site.shopPath, {}, language)}>{t.all}</ButtonLink>
          </Empty>
        ) : (
          <WinnerCards winners={winners} level={2} />
        )}
        {(after !== null || !isFirst) && (
          <p class={css.more}>
            {!isFirst && <ButtonLink href={shopAddress(SHOP.winners, {}, language)}>{t.newest}</ButtonLink>}
            {after !== null && <ButtonLink href={shopAddress(SHOP.winners, { after }, language)}>{t.older}</ButtonLink>}
          </p>
        )}
      </main>
      <SiteFooter site={site} />
    </>
  );
}

export const WINNERS_TEXTS = texts({
  'pt-BR': {
    title: 'Ganhadores',
    lead: 'Quem ganhou os prêmios principais, com o número sorteado e a conta do sorteio para conferir.',
    none: 'Ainda não houve nenhum sorteio.',
    all: 'Ver as rifas',
    newest: 'Mais recentes',
    older: 'Mais antigos',
  },
  en: {
    title: 'Winners',
    lead: 'Who won the main prizes, with the number drawn and the computation of the draw to check.',
    none: 'There was no draw yet.',
    all: 'See the raffles',
    newest: 'Newest',
    older: 'Older',
  },
});
