import type { DrawProofQuery } from '../../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../../common/language.js';
import { Countdown } from '../../../ui/countdown.js';
import { Card } from '../../../ui/surface.js';
import type { Raffle } from '../raffle-tab.js';
import css from './draw.module.css';
import { PublicLinks } from './public-links.js';

export function WaitForContest({
  raffle,
  proof,
  onHeld,
}: {
  raffle: Raffle;
  proof: NonNullable<DrawProofQuery['drawProof']>;
  onHeld(): void;
}) {
  const t = useTexts(TEXTS);
  const { dateTime } = useFormats();
  const { contest, dueAt } = proof;
  return (
    <Card title={t.title}>
      {contest !== null && dueAt !== null && (
        <>
          <p>{t.contest(String(contest), dateTime(dueAt))}</p>
          <p class={css.until}>
            <Countdown until={Date.parse(dueAt)} onEnd={onHeld} />
          </p>
        </>
      )}
      <PublicLinks raffle={raffle} proof={proof} />
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'À espera do concurso',
    contest: (contest: string, at: string) =>
      `O concurso ${contest} da Loteria Federal é sorteado em ${at}. Depois disso dois operadores digitam os cinco prêmios.`,
  },
  en: {
    title: 'Waiting for the contest',
    contest: (contest: string, at: string) =>
      `Contest ${contest} of the Loteria Federal is drawn at ${at}. After that two operators type its five prizes.`,
  },
});
