import type { RaffleShelfQuery } from '../../../generated/client/operations.js';
import { srcSetOf } from '../../../pictures/picture-address.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { Progress } from '../../ui/progress.js';
import { Badge } from '../../ui/surface.js';
import { publicHref, RaffleStatusBadge } from './raffle-status.js';
import css from './raffles.module.css';

type Raffle = RaffleShelfQuery['raffles']['nodes'][number];

/** One raffle in the list: what it is, how it stands, and how far its sale is. */
export function RaffleLine({ raffle }: { raffle: Raffle }) {
  const t = useTexts(TEXTS);
  const { money, number, percent } = useFormats();
  const { id, title, photoUrl, status, privacy, quotaPrice, quotaQuantity, sellBar, slug } = raffle;
  const page = publicHref(raffle);
  const sold = sellBar?.percentage ?? 0;
  return (
    <li class={css.line}>
      {photoUrl ? (
        <img class={css.photo} srcset={srcSetOf(photoUrl)} sizes="4.5rem" src={photoUrl} alt="" loading="lazy" />
      ) : (
        <span class={css.photo} aria-hidden="true" />
      )}
      <div class={css.what}>
        <h2 class={css.title}>
          <a href={`/dashboard/raffles/${id}`}>{title}</a>
        </h2>
        <p class={css.badges}>
          <RaffleStatusBadge status={status} />
          {privacy === 'PRIVATE' && <Badge>{t.isPrivate}</Badge>}
        </p>
        <p class={css.facts}>
          {Number(quotaPrice) === 0 ? t.free : t.price(money(quotaPrice))} · {t.quotas(quotaQuantity, number(quotaQuantity))}
        </p>
        {page && (
          <p class={css.facts}>
            <a href={page} target="_blank">
              /r/{slug}
            </a>
          </p>
        )}
      </div>
      <div class={css.sold}>
        <p class={css.share}>
          <strong>{percent(sold)}</strong> <span>{t.sold}</span>
        </p>
        <Progress percentage={sold} label={t.soldOf(title, percent(sold))} />
        {sellBar && <p class={css.facts}>{t.paid(number(sellBar.paid), number(sellBar.reserved))}</p>}
      </div>
    </li>
  );
}

const TEXTS = texts({
  'pt-BR': {
    isPrivate: 'Fora das listas',
    free: 'Grátis',
    price: (sum: string) => `${sum} por cota`,
    quotas: (count: number, text: string) => (count === 1 ? '1 cota' : `${text} cotas`),
    sold: 'vendido',
    soldOf: (title: string, share: string) => `${title}: ${share} vendido`,
    paid: (paid: string, reserved: string) => `${paid} pagas, ${reserved} reservadas`,
  },
  en: {
    isPrivate: 'In no list',
    free: 'Free',
    price: (sum: string) => `${sum} a quota`,
    quotas: (count: number, text: string) => (count === 1 ? '1 quota' : `${text} quotas`),
    sold: 'sold',
    soldOf: (title: string, share: string) => `${title}: ${share} sold`,
    paid: (paid: string, reserved: string) => `${paid} paid, ${reserved} reserved`,
  },
});
