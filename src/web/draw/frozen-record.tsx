import type { GatewayError } from '../../client/errors.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { Button } from '../ui/button.js';
import { Skeleton, Card, Notice, Problem, Stat } from '../ui/surface.js';
import css from './draw.module.css';
import { Hash } from './hash.js';
import type { Kept } from '../common/kept.js';
import { saveFile } from '../common/save-file.js';
import type { PublishedManifest } from './use-draw.js';

export function FrozenRecord({
  raffleId,
  manifest,
  problem,
  onRetry,
  kept,
  dueAt,
}: {
  raffleId: string;
  manifest: PublishedManifest | undefined;
  problem: GatewayError | undefined;
  onRetry(): void;
  kept: Kept['manifest'];
  /** When the result can be known, in ISO 8601 UTC. */
  dueAt: string | null;
}) {
  const t = useTexts(TEXTS);
  const { number, dateTime } = useFormats();
  if (!manifest)
    return <Card title={t.title}>{problem ? <Problem problem={problem} onRetry={onRetry} /> : <Skeleton lines={6} />}</Card>;
  const { text, hash, facts } = manifest;
  const { pix, byHand, free, givenBack } = facts.composition;
  const voided = facts.voided.reduce((sum, [, count]) => sum + count, 0);
  return (
    <Card title={t.title}>
      <dl class={css.facts}>
        <Stat name={t.quotas} beside={t.of(number(facts.quotaQuantity))}>
          {number(facts.allocated - voided)}
        </Stat>
        <Stat name={t.pix}>{number(pix)}</Stat>
        <Stat name={t.byHand}>{number(byHand)}</Stat>
        <Stat name={t.free}>{number(free)}</Stat>
        <Stat name={t.prizes}>{number(facts.prizes)}</Stat>
      </dl>
      {givenBack > 0 && <p class={css.soft}>{t.givenBack(number(givenBack), number(givenBack - voided))}</p>}
      <div class={css.part}>
        <h3>{t.hash}</h3>
        <p class={css.soft}>{t.hashText}</p>
        <Hash hash={hash} name={t.hash} />
        {kept
          && (kept.manifestHash === hash ? (
            <p class={css.soft}>
              {dueAt !== null && Date.parse(kept.seenAt) >= Date.parse(dueAt)
                ? t.keptLate(dateTime(kept.seenAt), dateTime(dueAt))
                : t.kept(dateTime(kept.seenAt))}
            </p>
          ) : (
            <Notice tone="bad">
              <p>{t.changed(dateTime(kept.seenAt))}</p>
              <code class={css.hash}>{kept.manifestHash}</code>
            </Notice>
          ))}
      </div>
      <details class={css.part}>
        <summary>{t.whole}</summary>
        <div class={css.part}>
          <code class={`${css.hash} ${css.long}`} tabIndex={0} role="region" aria-label={t.whole}>
            {text}
          </code>
          <div class={css.actions}>
            <Button small onClick={() => saveFile(`manifest-${raffleId}.json`, text)}>
              {t.save}
            </Button>
          </div>
        </div>
      </details>
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'O que foi congelado',
    quotas: 'Cotas no sorteio',
    of: (total: string) => `de ${total}`,
    pix: 'Pagas por PIX',
    byHand: 'Pagas à mão',
    free: 'De graça',
    prizes: 'Prêmios',
    givenBack: (quotas: string, resold: string) =>
      `Cotas devolvidas: ${quotas}. Não participam${resold === '0' ? '' : `; ${resold} delas foram vendidas de novo`}.`,
    hash: 'Impressão digital do registro',
    hashText: 'SHA-256 do registro congelado. Quem a viu antes do sorteio sabe que o registro não mudou depois: ele daria outra.',
    kept: (time: string) =>
      `Este navegador a guarda desde ${time}, antes da hora do sorteio. Na conferência ele compara por você.`,
    keptLate: (time: string, due: string) =>
      `Este navegador a viu pela primeira vez em ${time}, depois da hora do sorteio (${due}). Por ele não dá para saber se ela existia antes: pergunte a quem a viu.`,
    changed: (time: string) => `Atenção: em ${time} este navegador viu outra impressão digital aqui:`,
    whole: 'Ver o registro inteiro',
    save: 'Baixar o registro',
  },
  en: {
    title: 'What was frozen',
    quotas: 'Quotas in the draw',
    of: (total: string) => `of ${total}`,
    pix: 'Paid by PIX',
    byHand: 'Paid by hand',
    free: 'Free',
    prizes: 'Prizes',
    givenBack: (quotas: string, resold: string) =>
      `Quotas that were refunded: ${quotas}. They take no part${resold === '0' ? '' : `; ${resold} of them were sold again`}.`,
    hash: 'Fingerprint of the record',
    hashText:
      'SHA-256 of the frozen record. Who saw it before the draw knows that the record was not changed later: it would give another.',
    kept: (time: string) =>
      `This browser keeps it since ${time}, before the time of the draw. When you check, it compares for you.`,
    keptLate: (time: string, due: string) =>
      `This browser first saw it on ${time}, after the time of the draw (${due}). It cannot tell whether it was there before: ask somebody who saw it.`,
    changed: (time: string) => `Beware: on ${time} this browser saw another fingerprint here:`,
    whole: 'Show the whole record',
    save: 'Download the record',
  },
});
