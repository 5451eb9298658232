import { pathOfRound, QUICKNET, QUICKNET_RELAYS } from '../../proof/chain.js';
import { texts, useTexts } from './language.js';
import css from './relay-links.module.css';

/** Where a visitor sees a published round without this site. Nothing for a chain that is not public. */
export function RelayLinks({ chainHash, round, signature }: { chainHash: string; round: number; signature?: string | null }) {
  const t = useTexts(TEXTS);
  if (chainHash !== QUICKNET.hash) return null;
  return (
    <div class={css.relays}>
      <p>{t.see(String(round))}</p>
      <ul>
        {QUICKNET_RELAYS.map((relay) => (
          <li key={relay}>
            <a href={`${relay}${pathOfRound(chainHash, round)}`} target="_blank" rel="noreferrer">
              {new URL(relay).host}
            </a>
          </li>
        ))}
      </ul>
      {signature && (
        <p>
          {t.compare} <code>{signature}</code>
        </p>
      )}
    </div>
  );
}

const TEXTS = texts({
  'pt-BR': {
    see: (round: string) => `Veja a rodada ${round} em servidores públicos, que não são deste site:`,
    compare: 'Em todos, “signature” deve ser:',
  },
  en: {
    see: (round: string) => `See round ${round} at public servers, which are not of this site:`,
    compare: 'At all of them “signature” must be:',
  },
});
