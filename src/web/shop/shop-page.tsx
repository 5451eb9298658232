import { SHOP, shopAddress, type ShopPart } from '../../addresses/shop-address.js';
import type { ShopPageData, SiteOfPage } from '../../pages/page-renderer.js';
import { texts, useLanguage, useTexts } from '../common/language.js';
import { ShopHeader, SiteFooter } from '../common/site-frame.js';
import { SiteNotices } from '../common/site-notices.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Empty } from '../ui/surface.js';
import { RaffleCard } from './raffle-card.js';
import css from './shop.module.css';
import { WinnerCards } from './winner-cards.js';

interface Page {
  site: SiteOfPage;
  data: ShopPageData;
}

/** It needs no script. */
export function ShopPage({ site, data }: Page) {
  const t = useTexts(TEXTS);
  const language = useLanguage();
  const { highlighted, sections, winners, part, search } = data;
  const isEmpty = highlighted === null && sections.every(({ raffles }) => raffles.length === 0);
  const isFiltered = search !== null || data.categoryId !== null;
  const category = data.categories.find(({ id }) => id === data.categoryId);
  return (
    <>
      <ShopHeader site={site} />
      <SiteNotices notices={site.notices} hasScript={false} />
      <main id="main" class={css.main} tabIndex={-1}>
        <div class={css.top}>
          <h1>{part ? t.parts[part] : isFiltered ? t.found(search ?? category?.name ?? '') : t.title}</h1>
          <Filters site={site} data={data} />
        </div>
        {isEmpty && (
          <Empty>
            <p>{isFiltered || part ? t.noneFound : t.none}</p>
            {(isFiltered || part) && <ButtonLink href={shopAddress(site.shopPath, {}, language)}>{t.all}</ButtonLink>}
          </Empty>
        )}
        {highlighted && <RaffleCard raffle={highlighted} isLarge level={2} />}
        {sections.map(({ part: one, raffles, after }) => (
          <section key={one} class={css.section} aria-labelledby={`part-${one}`}>
            {!part && raffles.length > 0 && <h2 id={`part-${one}`}>{t.parts[one]}</h2>}
            {raffles.length > 0 && (
              <ul class={css.cards}>
                {raffles.map((raffle, place) => (
                  <li key={raffle.id}>
                    <RaffleCard raffle={raffle} level={part ? 2 : 3} isEager={!highlighted && place === 0} />
                  </li>
                ))}
              </ul>
            )}
            {after !== null && (
              <p class={css.more}>
                <ButtonLink
                  href={shopAddress(
                    SHOP.list,
                    { ...data, search: search ?? '', part: one, after: part ? after : null },
                    language,
                  )}
                >
                  {part ? t.more : t.allOf[one]}
                </ButtonLink>
              </p>
            )}
          </section>
        ))}
        {winners.length > 0 && (
          <section class={css.section} aria-labelledby="winners">
            <h2 id="winners">{t.winners}</h2>
            <WinnerCards winners={winners} level={3} />
            <p class={css.more}>
              <ButtonLink href={shopAddress(SHOP.winners, {}, language)}>{t.allWinners}</ButtonLink>
            </p>
          </section>
        )}
        {!isFiltered && !part && <HowItWorks />}
      </main>
      <SiteFooter site={site} />
    </>
  );
}

/** For a shop with much to look through. */
const MANY = 4;

function Filters({ site, data }: Page) {
  const t = useTexts(TEXTS);
  const language = useLanguage();
  const { search, categoryId, categories, sections, part } = data;
  const count = sections.reduce((sum, { raffles }) => sum + raffles.length, 0);
  const isSmall = search === null && categoryId === null && part === null && count < MANY;
  if (isSmall) return null;
  const chips = [{ id: null, name: t.everything }, ...categories];
  return (
    <>
      <form class={css.search} method="get" action={SHOP.list} role="search">
        <label class="visually-hidden" for="search">
          {t.search}
        </label>
        <input id="search" name="q" type="search" maxLength={80} defaultValue={search ?? ''} placeholder={t.search} />
        {categoryId && <input type="hidden" name="categoria" value={categoryId} />}
        {language !== 'pt-BR' && <input type="hidden" name="lang" value={language} />}
        <Button type="submit">{t.find}</Button>
      </form>
      {categories.length > 0 && (
        <nav aria-label={t.categories}>
          <ul class={css.chips}>
            {chips.map(({ id, name }) => (
              <li key={id}>
                <a
                  href={shopAddress(
                    id === null && !search ? site.shopPath : SHOP.list,
                    { search: search ?? '', categoryId: id },
                    language,
                  )}
                  aria-current={id === categoryId ? 'true' : undefined}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}

function HowItWorks() {
  const t = useTexts(TEXTS);
  return (
    <section class={css.section} aria-labelledby="how">
      <h2 id="how">{t.how}</h2>
      <ol class={css.steps}>
        {t.steps.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const TEXTS = texts<{
  title: string;
  found: (what: string) => string;
  parts: Record<ShopPart, string>;
  allOf: Record<ShopPart, string>;
  none: string;
  noneFound: string;
  all: string;
  more: string;
  winners: string;
  allWinners: string;
  search: string;
  find: string;
  categories: string;
  everything: string;
  how: string;
  steps: { title: string; text: string }[];
}>({
  'pt-BR': {
    title: 'Escolha a sua rifa',
    found: (what) => `Rifas: ${what}`,
    parts: { selling: 'À venda', soon: 'Em breve', waiting: 'Aguardando o sorteio', drawn: 'Sorteadas' },
    allOf: {
      selling: 'Todas à venda',
      soon: 'Todas em breve',
      waiting: 'Todas que aguardam o sorteio',
      drawn: 'Todas as sorteadas',
    },
    none: 'Nenhuma rifa por enquanto. Volte em breve!',
    noneFound: 'Não encontramos nenhuma rifa assim.',
    all: 'Ver todas as rifas',
    more: 'Ver mais',
    winners: 'Ganhadores',
    allWinners: 'Todos os ganhadores',
    search: 'Buscar uma rifa',
    find: 'Buscar',
    categories: 'Categorias',
    everything: 'Todas',
    how: 'Como funciona',
    steps: [
      { title: 'Escolha', text: 'Escolha uma rifa e quantas cotas quer. Cada cota tem um número da sorte.' },
      { title: 'Pague por PIX', text: 'Copie o código ou leia o QR code no aplicativo do seu banco.' },
      { title: 'Confira', text: 'Qualquer pessoa pode conferir o sorteio, passo a passo, no próprio navegador.' },
    ],
  },
  en: {
    title: 'Choose your raffle',
    found: (what) => `Raffles: ${what}`,
    parts: { selling: 'On sale', soon: 'Coming soon', waiting: 'Waiting for the draw', drawn: 'Drawn' },
    allOf: { selling: 'All on sale', soon: 'All that come soon', waiting: 'All that wait for the draw', drawn: 'All drawn' },
    none: 'There is no raffle at the moment. Come back soon!',
    noneFound: 'We found no such raffle.',
    all: 'See all raffles',
    more: 'See more',
    winners: 'Winners',
    allWinners: 'All winners',
    search: 'Search for a raffle',
    find: 'Search',
    categories: 'Categories',
    everything: 'All',
    how: 'How it works',
    steps: [
      { title: 'Choose', text: 'Choose a raffle and how many quotas you want. Each quota has a lucky number.' },
      { title: 'Pay by PIX', text: "Copy the code, or scan the QR code with your bank's app." },
      { title: 'Check', text: 'Anybody can check the draw, step by step, in their own browser.' },
    ],
  },
});
