import { regulationAddress } from '../../addresses/regulation-address.js';
import type { AuthorisationFragment } from '../../generated/client/operations.js';
import { texts, useLanguage, useTexts } from '../common/language.js';
import css from './refund-note.module.css';

/** What a buyer accepts by the button below. Nothing until the raffle has a regulation. */
export function Accepting({ raffle, isFree }: { raffle: AuthorisationFragment; isFree: boolean }) {
  const t = useTexts(TEXTS);
  const language = useLanguage();
  if (!raffle.regulationHash) return null;
  return (
    <p class={css.note}>
      {isFree ? t.takingPart : t.buying}{' '}
      <a href={regulationAddress(raffle.slug, language)} target="_blank" rel="noopener">
        {t.regulation}
      </a>
      {raffle.adultsOnly && !isFree && ` ${t.adult}`}.
    </p>
  );
}

const TEXTS = texts({
  'pt-BR': {
    buying: 'Ao comprar, você aceita o',
    takingPart: 'Ao participar, você aceita o',
    regulation: 'regulamento',
    adult: 'e declara: tenho 18 anos ou mais',
  },
  en: {
    buying: 'By buying you accept the',
    takingPart: 'By taking part you accept the',
    regulation: 'regulation',
    adult: 'and state: I am 18 or older',
  },
});
