import { texts } from '../../../common/language.js';
import { FIELDS, type FieldName } from '../settings/fields.js';
import type { SectionKey } from '../settings/field.js';

export type StepName = 'won' | 'quotas' | 'draw' | 'publish';

/** The parts of the settings that each step asks for, and those that it folds. */
export const STEPS: Readonly<Record<StepName, { asked: readonly SectionKey[]; folded: readonly SectionKey[] }>> = {
  won: { asked: ['basics', 'prizes'], folded: [] },
  quotas: { asked: ['price', 'buying'], folded: ['extras', 'antiSpam'] },
  draw: { asked: ['draw', 'when', 'law'], folded: [] },
  publish: { asked: ['page'], folded: ['contacts', 'affiliates'] },
};
export const STEP_NAMES = Object.keys(STEPS) as StepName[];

export const stepHref = (id: string, step: StepName): string => `/dashboard/raffles/${id}/steps?passo=${step}`;

/** Undefined for what is no field. */
export function stepOf(field: string): StepName | undefined {
  if (!(field in FIELDS)) return undefined;
  const { section } = FIELDS[field as FieldName];
  return STEP_NAMES.find((step) => [...STEPS[step].asked, ...STEPS[step].folded].includes(section));
}

export const STEP_TEXTS = texts<Record<StepName, { name: string; about: string }>>({
  'pt-BR': {
    won: { name: 'O que se ganha', about: 'O que o comprador vê primeiro: o título, a foto e os prêmios.' },
    quotas: { name: 'Cotas e preço', about: 'Quantas cotas há, quanto custa cada uma e quantas se compram de uma vez.' },
    draw: {
      name: 'Sorteio e lei',
      about: 'De onde vem a sorte, quando, e o que a lei pede. Depois do primeiro pedido o sorteio não muda.',
    },
    publish: { name: 'Ver e publicar', about: 'Veja a página como o comprador a vê. Nada está à venda antes de você publicar.' },
  },
  en: {
    won: { name: 'What is won', about: 'What a buyer sees first: the title, the picture and the prizes.' },
    quotas: { name: 'Quotas and price', about: 'How many quotas there are, what each costs, and how many one buys at a time.' },
    draw: {
      name: 'Draw and law',
      about: 'Where the chance comes from, when, and what the law asks. The draw does not change after the first order.',
    },
    publish: { name: 'Look and publish', about: 'See the page as a buyer sees it. Nothing is on sale before you publish it.' },
  },
});
