/** What of all raffles a part of the shop has, and its name in addresses. */
export const SHOP_PARTS = {
  selling: { name: 'a-venda', statuses: ['OPEN'] },
  soon: { name: 'em-breve', statuses: ['SOON'] },
  waiting: { name: 'aguardando-sorteio', statuses: ['SOLD_OUT', 'CLOSED'] },
  drawn: { name: 'sorteadas', statuses: ['DRAWN', 'FINISHED'] },
} as const;

export type ShopPart = keyof typeof SHOP_PARTS;

export const SHOP = { home: '/', list: '/rifas', winners: '/ganhadores', account: '/conta' } as const;

/** What an address asks the shop for. */
export interface ShopAsked {
  search: string;
  categoryId: string | null;
  /** Null: the beginning of every part. */
  part: ShopPart | null;
  /** A cursor within the part. */
  after: string | null;
}

const MAX_SEARCH = 80;
const MAX_CURSOR = 300;

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

export function shopAskedIn(query: unknown): ShopAsked {
  const { q, categoria, estado, depois } = (query ?? {}) as Record<string, unknown>;
  const parts = Object.keys(SHOP_PARTS) as ShopPart[];
  const part = parts.find((one) => SHOP_PARTS[one].name === estado) ?? null;
  return {
    // PostgreSQL refuses NUL in a text.
    search: textIn(q).replaceAll('\0', '').trim().slice(0, MAX_SEARCH),
    categoryId: textIn(categoria) || null,
    part,
    after: part && cursorIn(depois),
  };
}

export function cursorIn(value: unknown): string | null {
  const text = textIn(value);
  return text !== '' && text.length <= MAX_CURSOR ? text : null;
}

/** The address of the shop with some of its parameters. */
export function shopAddress(
  path: string,
  { search, categoryId, part, after }: Partial<ShopAsked>,
  language: 'pt-BR' | 'en',
): string {
  const parameters = new URLSearchParams();
  if (search) parameters.set('q', search);
  if (categoryId) parameters.set('categoria', categoryId);
  if (part) parameters.set('estado', SHOP_PARTS[part].name);
  if (after) parameters.set('depois', after);
  if (language !== 'pt-BR') parameters.set('lang', language);
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The draw as an appointment. */
export const calendarAddress = (slug: string): string => `/r/${slug}/sorteio.ics`;

/** The address of a raffle, or of its draw. */
export function raffleAddress(slug: string, language: 'pt-BR' | 'en', { isDraw = false }: { isDraw?: boolean } = {}): string {
  return shopAddress(`/r/${slug}${isDraw ? '/draw' : ''}`, {}, language);
}
