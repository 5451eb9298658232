import { useState } from 'preact/hooks';
import { FirstStepsDocument, type FirstStepsQuery } from '../../../generated/client/operations.js';
import { texts, useTexts } from '../../common/language.js';
import { useQuery } from '../../common/query.js';
import { Button } from '../../ui/button.js';
import { Badge, Card } from '../../ui/surface.js';
import css from './overview.module.css';

const STEPS = {
  company: {
    href: '/dashboard/site',
    isDone: ({ settings }) => Boolean(settings.companyName && settings.cnpj && settings.termsText),
  },
  look: { href: '/dashboard/site', isDone: ({ settings }) => Boolean(settings.color ?? settings.logoUrl) },
  provider: {
    href: '/dashboard/providers',
    isDone: ({ paymentProviders }) => paymentProviders.some(({ active, problem }) => active && problem === null),
  },
  charge: {
    href: '/dashboard/providers',
    isDone: ({ testCharges, generalMetrics }) => testCharges.nodes.length > 0 || generalMetrics.buyers > 0,
  },
  raffle: { href: '/dashboard/raffles/new', isDone: ({ raffles }) => raffles.nodes.length > 0 },
  open: { href: '/dashboard/raffles', isDone: ({ opened }) => opened.nodes.length > 0 },
  sale: { href: '/dashboard/orders', isDone: ({ generalMetrics }) => generalMetrics.buyers > 0 },
} as const satisfies Record<string, { href: string; isDone(state: FirstStepsQuery): boolean }>;
type StepName = keyof typeof STEPS;
const NAMES = Object.keys(STEPS) as StepName[];

const AWAY = 'raffle-gateway.first-steps-away';

/** Storage may be forbidden. */
function isPutAway(): boolean {
  try {
    return localStorage.getItem(AWAY) !== null;
  } catch {
    return false;
  }
}

function putAway(): void {
  try {
    localStorage.setItem(AWAY, '1');
  } catch {
    // They are there again at the next visit.
  }
}

/** What an owner does before the first sale; gone once all is done, or when it is put away. */
export function FirstSteps({ version }: { version: unknown }) {
  const t = useTexts(TEXTS);
  const [isAway, setAway] = useState(isPutAway);
  const { data } = useQuery(FirstStepsDocument, {}, { skip: isAway, of: String(version) });
  if (!data || isAway) return null;
  const left = NAMES.filter((name) => !STEPS[name].isDone(data));
  if (left.length === 0) return null;
  return (
    <Card
      title={t.title}
      actions={
        <Button
          small
          variant="plain"
          onClick={() => {
            putAway();
            setAway(true);
          }}
        >
          {t.putAway}
        </Button>
      }
    >
      <p>{t.left(left.length, NAMES.length)}</p>
      <ol class={css.firstSteps}>
        {NAMES.map((name) => {
          const isDone = !left.includes(name);
          return (
            <li key={name}>
              <Badge tone={isDone ? 'good' : 'calm'}>{isDone ? t.done : t.open}</Badge>
              <span>
                {isDone ? t.steps[name].name : <a href={STEPS[name].href}>{t.steps[name].name}</a>}
                {!isDone && <span class={css.name}> {t.steps[name].why}</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

const TEXTS = texts<{
  title: string;
  putAway: string;
  left(count: number, all: number): string;
  done: string;
  open: string;
  steps: Record<StepName, { name: string; why: string }>;
}>({
  'pt-BR': {
    title: 'Primeiros passos',
    putAway: 'Não mostrar mais',
    left: (count, all) => (count === 1 ? `Falta 1 de ${all} passos.` : `Faltam ${count} de ${all} passos.`),
    done: 'feito',
    open: 'a fazer',
    steps: {
      company: { name: 'Empresa e termos', why: 'Razão social, CNPJ e os termos que o comprador aceita.' },
      look: { name: 'Cor e logotipo', why: 'As páginas ficam com a sua cara.' },
      provider: { name: 'Provedor PIX', why: 'Por ele chega o dinheiro. Sem um ativo, ninguém paga.' },
      charge: { name: 'Cobrança de teste', why: 'Pague um centavo e veja o nome que o comprador vê.' },
      raffle: { name: 'Primeira rifa', why: 'Começa como rascunho, que só operadores veem.' },
      open: { name: 'Abrir as vendas', why: 'Nas configurações da rifa, em Situação.' },
      sale: { name: 'Primeira venda', why: 'Compre uma cota você mesmo, do telefone.' },
    },
  },
  en: {
    title: 'First steps',
    putAway: 'Do not show again',
    left: (count, all) => (count === 1 ? `1 of ${all} steps is left.` : `${count} of ${all} steps are left.`),
    done: 'done',
    open: 'to do',
    steps: {
      company: { name: 'Company and terms', why: 'Name, CNPJ and the terms that buyers accept.' },
      look: { name: 'Colour and logo', why: 'The pages look like yours.' },
      provider: { name: 'PIX provider', why: 'The money comes through it. Without an active one nobody can pay.' },
      charge: { name: 'Test charge', why: 'Pay one centavo and see the name that buyers see.' },
      raffle: { name: 'First raffle', why: 'It begins as a draft, which only operators see.' },
      open: { name: 'Open the sale', why: 'In the settings of the raffle, under Status.' },
      sale: { name: 'First sale', why: 'Buy a quota yourself, with your phone.' },
    },
  },
});
