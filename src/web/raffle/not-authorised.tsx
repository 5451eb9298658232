import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { texts, useDay, useTexts } from '../common/language.js';
import { Card } from '../ui/surface.js';

/** In place of the purchase, on days that the certificate of authorisation does not cover. */
export function NotAuthorised({ raffle }: { raffle: RaffleOfPage }) {
  const t = useTexts(TEXTS);
  const day = useDay();
  const { certificateStanding: standing, certificateValidFrom: from, certificateValidUntil: until } = raffle;
  return (
    <Card title={t.title}>
      <p>{standing === 'NOT_YET' ? t.notYet(day(from ?? '')) : t.over(day(until ?? ''))}</p>
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Não é possível comprar agora',
    notYet: (day: string) => `A autorização desta rifa vale a partir de ${day}. Antes disso nada é vendido.`,
    over: (day: string) =>
      `A autorização desta rifa valeu até ${day}. Depois disso nada é vendido. Pedidos já feitos podem ser pagos.`,
  },
  en: {
    title: 'Quotas cannot be bought now',
    notYet: (day: string) => `The authorisation of this raffle is valid from ${day} on. Nothing is sold before.`,
    over: (day: string) =>
      `The authorisation of this raffle was valid until ${day}. Nothing is sold after it. Orders that were placed may be paid.`,
  },
});
