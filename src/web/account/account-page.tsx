import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { SHOP, shopAddress } from '../../addresses/shop-address.js';
import type { SiteOfPage } from '../../pages/page-renderer.js';
import { ConfirmPhone } from '../buyer/confirm-phone.js';
import { LogInForm } from '../buyer/log-in-form.js';
import { texts, useLanguage, useTexts } from '../common/language.js';
import { BUYER_KEY, SessionProvider, useSession } from '../common/session.js';
import { ShopHeader, SiteFooter } from '../common/site-frame.js';
import { Unanswered } from '../common/unanswered.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Card, Empty, Notice, Skeleton } from '../ui/surface.js';
import css from './account.module.css';
import { OrdersScreen } from './orders-screen.js';
import { ProfileScreen } from './profile-screen.js';
import { ReferralsScreen } from './referrals-screen.js';
import { WinsScreen } from './wins-screen.js';

const SCREENS = [
  { key: 'orders', path: SHOP.account },
  { key: 'wins', path: `${SHOP.account}/premios` },
  { key: 'referrals', path: `${SHOP.account}/indicacoes` },
  { key: 'profile', path: `${SHOP.account}/dados` },
] as const;

/** The HTML of the account: who is logged in is known only in the browser. */
export function AccountShell({ site, children }: { site: SiteOfPage; children?: ComponentChildren }) {
  return (
    <>
      <ShopHeader site={site}>{null}</ShopHeader>
      <main id="main" class={css.main}>
        {children}
        <Skeleton lines={8} />
      </main>
      <SiteFooter site={site} />
    </>
  );
}

/** What a buyer has in all raffles. */
export function AccountPage({ site }: { site: SiteOfPage; data: unknown }) {
  return (
    <SessionProvider storageKey={BUYER_KEY}>
      {/* Other addresses are not this router's. */}
      <LocationProvider scope={/^\/conta(\/|$|\?)/}>
        <Frame site={site} />
      </LocationProvider>
    </SessionProvider>
  );
}

function Frame({ site }: { site: SiteOfPage }) {
  const language = useLanguage();
  const { person, hasEnded, leave } = useSession();
  const t = useTexts(TEXTS);
  if (person === undefined)
    return (
      <AccountShell site={site}>
        <Unanswered isPage />
      </AccountShell>
    );
  return (
    <>
      <ShopHeader site={site}>
        {person !== null && (
          <Button small variant="plain" onClick={leave}>
            {t.logOut}
          </Button>
        )}
      </ShopHeader>
      {person ? (
        <Screens key={person.id} site={site} />
      ) : (
        <main id="main" class={css.logIn} tabIndex={-1}>
          <h1>{t.title}</h1>
          {hasEnded && (
            <Notice tone="warn">
              <p>{t.ended}</p>
            </Notice>
          )}
          <Card>
            <p>{t.logIn}</p>
            <LogInForm isBusy={false} onEntered={() => undefined} />
          </Card>
          <p class={css.soft}>{t.new}</p>
          <ButtonLink href={shopAddress(site.shopPath, {}, language)}>{t.shop}</ButtonLink>
        </main>
      )}
      <SiteFooter site={site} />
    </>
  );
}

function Screens({ site }: { site: SiteOfPage }) {
  const language = useLanguage();
  const { person } = useSession();
  const { path } = useLocation();
  const t = useTexts(TEXTS);
  const current = SCREENS.find((screen) => screen.path === path.replace(/\/$/, ''));
  const title = `${current ? t.screens[current.key] : t.title} · ${site.name}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main id="main" class={css.main} tabIndex={-1}>
      <div class={css.head}>
        <h1>{t.hello(person?.name.split(' ')[0] ?? '')}</h1>
        <nav aria-label={t.title}>
          <ul class={css.menu}>
            {SCREENS.map((screen) => (
              <li key={screen.key}>
                <a href={shopAddress(screen.path, {}, language)} aria-current={screen === current ? 'page' : undefined}>
                  {t.screens[screen.key]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {person && <ConfirmPhone person={person} />}
      <Router>
        <Route path={SCREENS[0].path} component={OrdersScreen} />
        <Route path={SCREENS[1].path} component={WinsScreen} />
        <Route path={SCREENS[2].path} component={ReferralsScreen} />
        <Route path={SCREENS[3].path} component={ProfileScreen} />
        <Route default component={Nothing} />
      </Router>
    </main>
  );
}

function Nothing() {
  const language = useLanguage();
  const t = useTexts(TEXTS);
  return (
    <Empty>
      <p>{t.nothing}</p>
      <ButtonLink href={shopAddress(SHOP.account, {}, language)}>{t.back}</ButtonLink>
    </Empty>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Minha conta',
    hello: (name: string) => `Olá, ${name}`,
    screens: { orders: 'Pedidos', wins: 'Prêmios e caixas', referrals: 'Indicações', profile: 'Meus dados' },
    logIn: 'Entre com o telefone que você usou na compra.',
    new: 'Ainda não tem conta? Ela é criada na sua primeira compra.',
    shop: 'Ver as rifas',
    logOut: 'Sair',
    ended: 'Sua sessão terminou. Entre de novo.',
    nothing: 'Esta página não existe.',
    back: 'Ir para os pedidos',
  },
  en: {
    title: 'My account',
    hello: (name: string) => `Hello, ${name}`,
    screens: { orders: 'Orders', wins: 'Prizes and boxes', referrals: 'Referrals', profile: 'My data' },
    logIn: 'Log in with the phone that you bought with.',
    new: 'No account yet? Your first purchase makes one.',
    shop: 'See the raffles',
    logOut: 'Log out',
    ended: 'Your session has ended. Log in again.',
    nothing: 'There is no such page.',
    back: 'Go to the orders',
  },
});
