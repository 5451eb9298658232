import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ErrorBoundary, lazy, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import type { SiteOfPage } from '../../pages/page-renderer.js';
import type { OperatorRole } from '../../generated/client/operations.js';
import { OPERATOR_COOKIE } from './operator-session.js';
import { SessionProvider, useSession } from '../common/session.js';
import { texts, useTexts } from '../common/language.js';
import { onDemand } from '../common/on-demand.js';
import { SiteHeader } from '../common/site-frame.js';
import { Unanswered } from '../common/unanswered.js';
import { Button } from '../ui/button.js';
import { Skeleton, Empty } from '../ui/surface.js';
import { Toasts } from '../ui/toasts.js';
import css from './dashboard.module.css';
import { EnrolFirst } from './enrol-first.js';
import { WorkIndicator } from './exports/work-indicator.js';
import { IdentityPrompt, proveIdentity } from './identity-prompt.js';
import { LogIn } from './log-in.js';
import { MENU, menuOf, TITLES } from './menu.js';
import { SearchButton } from './search/search-button.js';

/** The HTML of the dashboard: who is logged in is known only in the browser. */
export function DashboardShell({ site, children }: { site: SiteOfPage; children?: ComponentChildren }) {
  return (
    <>
      <SiteHeader site={site} href="/dashboard" isWide />
      <main id="main" class={css.main}>
        {children}
        <Skeleton lines={6} />
      </main>
    </>
  );
}

export function DashboardPage({ site }: { site: SiteOfPage; data: unknown }) {
  return (
    <SessionProvider storageKey="raffle-gateway.operator" cookie={OPERATOR_COOKIE} proveIdentity={proveIdentity}>
      {/* Other addresses are not this router's. */}
      <LocationProvider scope={/^\/dashboard(\/|$|\?)/}>
        <Frame site={site} />
      </LocationProvider>
    </SessionProvider>
  );
}

/** A raffle's page alone, which a frame shows. */
const PREVIEW = /^\/dashboard\/raffles\/([\w-]+)\/preview$/;

function Frame({ site }: { site: SiteOfPage }) {
  const { person, leave } = useSession();
  const { path } = useLocation();
  const t = useTexts(TEXTS);
  const previewed = PREVIEW.exec(path)?.[1];
  if (person === undefined)
    return (
      <DashboardShell site={site}>
        <Unanswered isPage />
      </DashboardShell>
    );
  const isOperator = person?.role === 'ADMIN';
  if (isOperator && previewed !== undefined) return <Preview id={previewed} site={site} />;
  return (
    <>
      <SiteHeader site={site} href="/dashboard" isWide>
        {isOperator && (
          <>
            <SearchButton />
            <WorkIndicator />
            <a class={css.person} href="/dashboard/account">
              {t.account}
            </a>
            <Button small variant="plain" onClick={leave}>
              {t.logOut}
            </Button>
          </>
        )}
      </SiteHeader>
      {isOperator ? (
        <Toasts>
          <EnrolFirst>
            <Screens site={site} role={person.operatorRole} />
          </EnrolFirst>
          <IdentityPrompt />
        </Toasts>
      ) : (
        <main id="main" class={css.main}>
          <LogIn />
        </main>
      )}
    </>
  );
}

/** A screen whose code is loaded on demand. */
function screen<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(() => load().catch(() => BrokenScreen as ComponentType<Props>));
}

const Preview = onDemand(() => import('./raffle/steps/preview-page.js').then(({ PreviewPage }) => PreviewPage));
const Overview = screen(() => import('./overview/overview-screen.js').then(({ OverviewScreen }) => OverviewScreen));
const Raffles = screen(() => import('./raffles/raffles-screen.js').then(({ RafflesScreen }) => RafflesScreen));
const Raffle = screen(() => import('./raffle/raffle-screen.js').then(({ RaffleScreen }) => RaffleScreen));
const Orders = screen(() => import('./orders/orders-screen.js').then(({ OrdersScreen }) => OrdersScreen));
const Order = screen(() => import('./orders/order-screen.js').then(({ OrderScreen }) => OrderScreen));
const Payment = screen(() => import('./payments/payment-screen.js').then(({ PaymentScreen }) => PaymentScreen));
const Exports = screen(() => import('./exports/exports-screen.js').then(({ ExportsScreen }) => ExportsScreen));
const Prizes = screen(() => import('./prizes/prizes-screen.js').then(({ PrizesScreen }) => PrizesScreen));
const Money = screen(() => import('./money/money-screen.js').then(({ MoneyScreen }) => MoneyScreen));
const Providers = screen(() => import('./providers/providers-screen.js').then(({ ProvidersScreen }) => ProvidersScreen));
const People = screen(() => import('./people/people-screen.js').then(({ PeopleScreen }) => PeopleScreen));
const Person = screen(() => import('./people/person-screen.js').then(({ PersonScreen }) => PersonScreen));
const Webhooks = screen(() => import('./webhooks/webhooks-screen.js').then(({ WebhooksScreen }) => WebhooksScreen));
const Referrals = screen(() => import('./referrals/referrals-screen.js').then(({ ReferralsScreen }) => ReferralsScreen));
const Referrer = screen(() => import('./referrals/referrer-screen.js').then(({ ReferrerScreen }) => ReferrerScreen));
const Clients = screen(() => import('./clients/clients-screen.js').then(({ ClientsScreen }) => ClientsScreen));
const Client = screen(() => import('./clients/client-screen.js').then(({ ClientScreen }) => ClientScreen));
const Files = screen(() => import('./files/files-screen.js').then(({ FilesScreen }) => FilesScreen));
const Audit = screen(() => import('./audit/audit-screen.js').then(({ AuditScreen }) => AuditScreen));
const SiteArea = screen(() => import('./site/site-screen.js').then(({ SiteScreen }) => SiteScreen));
const Account = screen(() => import('./account/account-screen.js').then(({ AccountScreen }) => AccountScreen));

function Screens({ site, role }: { site: SiteOfPage; role: OperatorRole | null }) {
  const { path } = useLocation();
  const titles = useTexts(TITLES);
  const t = useTexts(TEXTS);
  const [isFirst, setFirst] = useState(true);
  const [isMenuOpen, setMenuOpen] = useState(false);
  useEffect(() => setMenuOpen(false), [path]);
  const current = MENU.find(({ isCurrent }) => isCurrent(path));
  const title = current ? `${titles[current.key]} · ${site.name}` : site.name;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div class={css.frame}>
      <nav class={css.menu} aria-label={t.menu}>
        <button
          type="button"
          class={css.unfold}
          aria-expanded={isMenuOpen ? 'true' : 'false'}
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          <span aria-hidden="true">☰</span> {current ? titles[current.key] : t.menu}
        </button>
        <ul class={isMenuOpen ? css.open : undefined}>
          {menuOf(role).map(({ key, href }) => (
            <li key={key}>
              <a href={href} aria-current={key === current?.key ? 'page' : undefined}>
                {titles[key]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main" class={css.main}>
        {isFirst && <Skeleton lines={6} />}
        <ErrorBoundary>
          <Router onRouteChange={() => setFirst(false)} onLoadEnd={() => setFirst(false)}>
            <Route path="/dashboard" component={Overview} />
            <Route path="/dashboard/raffles" component={Raffles} />
            <Route path="/dashboard/raffles/:id" component={Raffle} />
            <Route path="/dashboard/raffles/:id/:tab" component={Raffle} />
            <Route path="/dashboard/orders" component={Orders} />
            <Route path="/dashboard/orders/:id" component={Order} />
            <Route path="/dashboard/payments/:id" component={Payment} />
            <Route path="/dashboard/exports" component={Exports} />
            <Route path="/dashboard/prizes" component={Prizes} />
            <Route path="/dashboard/money" component={Money} />
            <Route path="/dashboard/providers" component={Providers} />
            <Route path="/dashboard/people" component={People} />
            <Route path="/dashboard/people/:id" component={Person} />
            <Route path="/dashboard/webhooks" component={Webhooks} />
            <Route path="/dashboard/referrals" component={Referrals} />
            <Route path="/dashboard/referrals/:id" component={Referrer} />
            <Route path="/dashboard/clients" component={Clients} />
            <Route path="/dashboard/clients/:id" component={Client} />
            <Route path="/dashboard/files" component={Files} />
            <Route path="/dashboard/audit" component={Audit} />
            <Route path="/dashboard/site" component={SiteArea} />
            <Route path="/dashboard/account" component={Account} />
            <Route default component={NotFound} />
          </Router>
        </ErrorBoundary>
      </main>
    </div>
  );
}

function BrokenScreen() {
  const t = useTexts(TEXTS);
  return (
    <Empty>
      <h1>{t.broken}</h1>
      <Button onClick={() => location.reload()}>{t.reload}</Button>
    </Empty>
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
  'pt-BR': {
    logOut: 'Sair',
    account: 'Minha conta',
    menu: 'Painel',
    nothingHere: 'Esta página não existe',
    back: 'Voltar ao início',
    broken: 'Esta tela não pôde ser carregada',
    reload: 'Carregar de novo',
  },
  en: {
    logOut: 'Log out',
    account: 'My account',
    menu: 'Dashboard',
    nothingHere: 'There is no such page',
    back: 'Back to the start',
    broken: 'This screen could not be loaded',
    reload: 'Load it again',
  },
});
