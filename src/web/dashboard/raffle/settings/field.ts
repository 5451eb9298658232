import type { Language } from '../../../common/language.js';

/** `percent` is sent in hundredths of a percent; `integers`, `choices` and `lines` are lists. */
export type Kind =
  | 'text'
  | 'paragraphs'
  | 'lines'
  | 'choice'
  | 'choices'
  | 'checkbox'
  | 'money'
  | 'integer'
  | 'integers'
  | 'percent'
  | 'time'
  | 'day'
  | 'prizes';

type InBoth = readonly [portuguese: string, english: string];
type Label = readonly [label: string, hint?: string];

interface Options {
  /** `onceCreated`: a new raffle may leave it to the service. */
  required?: 'always' | 'onceCreated';
  /** The value in the form of a new raffle. */
  initial?: string | boolean;
  /** What it cannot be changed after: the first order, or the first quota prize. */
  lockedBy?: readonly ('sale' | 'quotaPrizes')[];
  /** Texts of a choice, by value. */
  options?: Readonly<Record<string, InBoth>>;
}

/** In the order of the form. */
export const SECTIONS = {
  basics: ['O que é a rifa', 'What the raffle is'],
  prizes: ['Prêmios', 'Prizes'],
  price: ['Preço e quantidade', 'Price and quantity'],
  buying: ['Como se compra', 'How one buys'],
  draw: ['Sorteio', 'Draw'],
  when: ['Datas', 'Dates'],
  law: ['Autorização e regulamento', 'Authorisation and regulation'],
  page: ['Endereço e página', 'Address and page'],
  extras: ['Promoções, cotas premiadas e caixas', 'Promotions, quota prizes and boxes'],
  antiSpam: ['Limite de reservas sem pagamento', 'Limit of unpaid reservations'],
  affiliates: ['Indicações', 'Referrals'],
  contacts: ['Contatos', 'Contacts'],
} as const satisfies Record<string, InBoth>;
export type SectionKey = keyof typeof SECTIONS;

export function field<K extends Kind>(section: SectionKey, kind: K, portuguese: Label, english: Label, options: Options = {}) {
  return { section, kind, label: { 'pt-BR': portuguese, en: english }, ...options };
}

/** The place of a language in a pair of texts. */
export const at = (language: Language): 0 | 1 => (language === 'pt-BR' ? 0 : 1);
