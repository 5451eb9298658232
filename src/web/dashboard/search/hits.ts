import type { SearchKind, SearchQuery } from '../../../generated/client/operations.js';
import { orderHref, paymentHref, personHref, raffleHref } from '../links.js';

export type Hit = SearchQuery['search'][number];

const HREFS: Record<SearchKind, (id: string) => string> = {
  PERSON: personHref,
  OPERATOR: personHref,
  ORDER: orderHref,
  LUCKY_NUMBER: orderHref,
  PAYMENT: paymentHref,
  RAFFLE: raffleHref,
};

export const hrefOf = ({ kind, id }: Hit): string => HREFS[kind](id);

export interface Group {
  kind: SearchKind;
  hits: readonly Hit[];
}

/** By kind, in the order in which the first of each was found. */
export function groupsOf(hits: readonly Hit[]): readonly Group[] {
  const kinds = [...new Set(hits.map(({ kind }) => kind))];
  return kinds.map((kind) => ({ kind, hits: hits.filter((hit) => hit.kind === kind) }));
}
