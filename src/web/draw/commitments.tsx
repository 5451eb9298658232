import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { texts, useTexts } from '../common/language.js';
import { Card } from '../ui/surface.js';
import css from './draw.module.css';
import { Hash } from './hash.js';

export function Commitments({ raffle }: { raffle: RaffleOfPage }) {
  const t = useTexts(TEXTS);
  const { secretHash, commitments } = raffle;
  const hashes = [
    { key: 'secretHash', hash: secretHash, ...t.secret },
    { key: 'quotaPrizesHash', hash: commitments.quotaPrizesHash, ...t.quotaPrizes },
    { key: 'boxesHash', hash: commitments.boxesHash, ...t.boxes },
  ];
  return (
    <Card title={t.title}>
      <p class={css.soft}>{t.lead}</p>
      {hashes.map(
        ({ key, hash, name, binds }) =>
          hash !== null && (
            <div key={key} class={css.part}>
              <h3>{name}</h3>
              <p class={css.soft}>{binds}</p>
              <Hash hash={hash} name={name} />
            </div>
          ),
      )}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'O que foi prometido',
    lead: 'Impressões digitais (SHA-256) que não mudam mais desde a primeira venda. Copie e guarde, se quiser comparar depois.',
    secret: {
      name: 'Segredo dos números',
      binds: 'Prende de onde saem os números da sorte: em que ordem eles saem já está decidido.',
    },
    quotaPrizes: { name: 'Números premiados', binds: 'Prende a lista de números premiados e o que cada um ganha.' },
    boxes: { name: 'Caixas premiadas', binds: 'Prende quais prêmios há nas caixas, quantos são e com que chance saem.' },
  },
  en: {
    title: 'What was promised',
    lead: 'Fingerprints (SHA-256) that do not change from the first sale on. Copy and keep them if you want to compare later.',
    secret: {
      name: 'Secret of the numbers',
      binds: 'Binds what the lucky numbers come from: in which order they come is decided already.',
    },
    quotaPrizes: { name: 'Prize numbers', binds: 'Binds the list of prize numbers and what each of them wins.' },
    boxes: { name: 'Prize boxes', binds: 'Binds which prizes the boxes have, how many, and by what chance they come.' },
  },
});
