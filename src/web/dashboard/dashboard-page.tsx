import { ErrorBoundary, lazy, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { SessionProvider, useSession } from '../shared/gateway.js';
import { texts, useTexts } from '../shared/language.js';
import { SiteHeader } from '../shared/site-header.js';
import { Button } from '../ui/button.js';
import { Bones, Empty } from '../ui/surface.js';
import css from './dashboard.module.css';
import { LogIn } from './log-in.js';
import { MENU, TITLES } from './menu.js';

interface Site {
  name: string;
  logoUrl: string | undefined;
}

/** What stands there until the browser knows who looks at it, which is all that the HTML has. */
export function DashboardShell({ site }: { site: Site }) {
  return (
    <>
      <SiteHeader site={site} href="/dashboard" isWide />
      <main id="main" class={css.main}>
        <Bones lines={6} />
      </main>
    </>
  );
}

/** Everything an operator works with. */
export function DashboardPage({ site }: { site: Site; data: unknown }) {
  return (
    <SessionProvider storageKey="raffle-gateway.operator">
      {/* Only what is below it is ours to route. */}
      <LocationProvider scope={/^\/dashboard(\/|$|\?)/}>
        <Frame site={site} />
      </LocationProvider>
    </SessionProvider>
  );
}

function Frame({ site }: { site: Site }) {
  const { person, leave } = useSession();
  const t = useTexts(TEXTS);
  if (person === undefined) return <DashboardShell site={site} />;
  const isOperator = person?.role === 'ADMIN';
  return (
    <>
      <SiteHeader site={site} href="/dashboard" isWide>
        {isOperator && (
          <>
            <span class={css.person}>{person.name}</span>
            <Button small look="plain" onClick={leave}>
              {t.logOut}
            </Button>
          </>
        )}
      </SiteHeader>
      {isOperator ? (
        <Screens />
      ) : (
        <main id="main" class={css.main}>
          <LogIn />
        </main>
      )}
    </>
  );
}

// What is not looked at is not loaded.
const Overview = lazy(() => import('./overview/overview-screen.js').then(({ OverviewScreen }) => OverviewScreen));
const Raffles = lazy(() => import('./raffles/raffles-screen.js').then(({ RafflesScreen }) => RafflesScreen));
const Raffle = lazy(() => import('./raffle/raffle-screen.js').then(({ RaffleScreen }) => RaffleScreen));
const Orders = lazy(() => import('./orders/orders-screen.js').then(({ OrdersScreen }) => OrdersScreen));
const Order = lazy(() => import('./orders/order-screen.js').then(({ OrderScreen }) => OrderScreen));
const Money = lazy(() => import('./money/money-screen.js').then(({ MoneyScreen }) => MoneyScreen));
const Providers = lazy(() => import('./providers/providers-screen.js').then(({ ProvidersScreen }) => ProvidersScreen));

function Screens() {
  const { path } = useLocation();
  const titles = useTexts(TITLES);
  const t = useTexts(TEXTS);
  return (
    <div class={css.frame}>
      <nav class={css.menu} aria-label={t.menu}>
        <ul>
          {MENU.map(({ key, href, isCurrent }) => (
            <li key={key}>
              <a href={href} aria-current={isCurrent(path) ? 'page' : undefined}>
                {titles[key]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main" class={css.main}>
        <ErrorBoundary>
          <Router>
            <Route path="/dashboard" component={Overview} />
            <Route path="/dashboard/raffles" component={Raffles} />
            <Route path="/dashboard/raffles/:id" component={Raffle} />
            <Route path="/dashboard/raffles/:id/:tab" component={Raffle} />
            <Route path="/dashboard/orders" component={Orders} />
            <Route path="/dashboard/orders/:id" component={Order} />
            <Route path="/dashboard/money" component={Money} />
            <Route path="/dashboard/providers" component={Providers} />
            <Route default component={NotFound} />
          </Router>
        </ErrorBoundary>
      </main>
    </div>
  );
}

function NotFound() {
  const t = useTexts(TEXTS);
  return (
    <Empty>
      <h1>{t.nothingHere}</h1>
      <p>
        <a href="/dashboard">{t.back}</a>
      </p>
    </Empty>
  );
}

const TEXTS = texts({
  'pt-BR': { logOut: 'Sair', menu: 'Painel', nothingHere: 'Esta página não existe', back: 'Voltar ao início' },
  en: { logOut: 'Log out', menu: 'Dashboard', nothingHere: 'There is no such page', back: 'Back to the start' },
});
