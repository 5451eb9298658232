import type { RaffleStatus } from '../../../generated/client/operations.js';
import { texts, useTexts } from '../../common/language.js';
import { Badge } from '../../ui/surface.js';

export const RAFFLE_STATUSES: readonly RaffleStatus[] = [
  'DRAFT',
  'SOON',
  'OPEN',
  'SOLD_OUT',
  'CLOSED',
  'DRAWN',
  'FINISHED',
  'CANCELLED',
];

export const RAFFLE_STATUS_TEXTS = texts<Record<RaffleStatus, string>>({
  'pt-BR': {
    DRAFT: 'Rascunho',
    SOON: 'Em breve',
    OPEN: 'À venda',
    SOLD_OUT: 'Esgotada',
    CLOSED: 'Vendas encerradas',
    DRAWN: 'Sorteada',
    FINISHED: 'Concluída',
    CANCELLED: 'Cancelada',
  },
  en: {
    DRAFT: 'Draft',
    SOON: 'Soon',
    OPEN: 'On sale',
    SOLD_OUT: 'Sold out',
    CLOSED: 'Sale over',
    DRAWN: 'Drawn',
    FINISHED: 'Finished',
    CANCELLED: 'Cancelled',
  },
});

const TONES = {
  DRAFT: 'calm',
  SOON: 'calm',
  OPEN: 'good',
  SOLD_OUT: 'good',
  CLOSED: 'warn',
  DRAWN: 'good',
  FINISHED: 'calm',
  CANCELLED: 'bad',
} as const;

export function RaffleStatusBadge({ status }: { status: RaffleStatus }) {
  return <Badge tone={TONES[status]}>{useTexts(RAFFLE_STATUS_TEXTS)[status]}</Badge>;
}

/** The public page; drafts have none. */
export const publicHref = ({ slug, status }: { slug: string; status: RaffleStatus }): string | undefined =>
  status === 'DRAFT' ? undefined : `/r/${slug}`;

/** Others read figures and, in finance, the statement. */
