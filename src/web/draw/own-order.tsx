import { useEffect, useRef, useState } from 'preact/hooks';
import { DrawInclusionDocument, type DrawInclusionQuery, type OrderLineFragment } from '../../generated/client/operations.js';
import type { Step } from '../../proof/steps.js';
import { useAction } from '../common/query.js';
import { useClient } from '../common/session.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { Button } from '../ui/button.js';
import { Badge, Notice, Problem } from '../ui/surface.js';
import { runInWorker } from './check/run-in-worker.js';
import css from './draw.module.css';
import { saveFile } from '../common/save-file.js';
import type { PublishedManifest } from './use-draw.js';

type Inclusion = NonNullable<DrawInclusionQuery['drawInclusion']>;

/** `null`: the service has no inclusion, because the order was never in the draw. */
interface Outcome {
  inclusion: Inclusion | null;
  step: Step | undefined;
}

export function OwnOrder({ order, manifest }: { order: OrderLineFragment; manifest: PublishedManifest }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const { number, dateTime } = useFormats();
  const [outcome, setOutcome] = useState<Outcome>();
  const leaving = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const { act, isBusy, error } = useAction(async () => {
    const { signal } = (leaving.current = new AbortController());
    const { drawInclusion: inclusion } = await client.query(DrawInclusionDocument, { orderId: order.id }, { signal });
    const given = { manifest: manifest.text, manifestHash: manifest.hash, inclusions: inclusion ? [receiptOf(inclusion)] : [] };
    const [step] = await runInWorker('inclusions', given, signal);
    setOutcome({ inclusion, step });
  });
  const quotas = order.quotaQuantity + order.bonusQuotas;
  return (
    <div class={css.order}>
      <p class={css.orderHead}>
        <span>
          <strong>{t.quotas(number(quotas))}</strong> <span class={css.soft}>· {dateTime(order.paidAt ?? order.createdAt)}</span>
        </span>
        {outcome && <Mark outcome={outcome} />}
      </p>
      <p class={css.soft}>{t.order(order.id)}</p>
      {outcome && <Told outcome={outcome} />}
      <Problem problem={error} />
      <div class={css.actions}>
        <Button small isBusy={isBusy} onClick={() => void act()}>
          {outcome ? t.again : t.check}
        </Button>
        {outcome?.inclusion && (
          <Button
            small
            variant="plain"
            onClick={() => saveFile(`order-${order.id}.json`, JSON.stringify(receiptOf(outcome.inclusion!)))}
          >
            {t.save}
          </Button>
        )}
      </div>
    </div>
  );
}

function Mark({ outcome: { inclusion, step } }: { outcome: Outcome }) {
  const t = useTexts(TEXTS);
  if (!inclusion) return <Badge>{t.out}</Badge>;
  if (!step?.ok) return <Badge tone="bad">{t.broken}</Badge>;
  return inclusion.isVoid ? <Badge>{t.void}</Badge> : <Badge tone="good">{t.in}</Badge>;
}

function Told({ outcome: { inclusion, step } }: { outcome: Outcome }) {
  const t = useTexts(TEXTS);
  const { number } = useFormats();
  if (!inclusion) return <Notice>{t.outText}</Notice>;
  if (!step?.ok) {
    return (
      <Notice tone="bad">
        <p>{t.brokenText}</p>
        <p lang="en">{step?.detail}</p>
      </Notice>
    );
  }
  const { count, firstOrdinal } = inclusion.leaf;
  const place = t.place(number(count), number(firstOrdinal + 1), number(firstOrdinal + count));
  return (
    <Notice tone={inclusion.isVoid ? 'calm' : 'good'}>
      {inclusion.isVoid ? `${t.voidText} ${place}` : `${t.inText} ${place}`}
    </Notice>
  );
}

/** The format that the verification reads, and `npm run verify-draw` as its second file. */
const receiptOf = ({ leaf, index, path }: Inclusion) => ({ leaf, index, path });

const TEXTS = texts({
  'pt-BR': {
    quotas: (count: string) => (count === '1' ? '1 cota' : `${count} cotas`),
    order: (id: string) => `Pedido ${id}`,
    check: 'Conferir',
    again: 'Conferir de novo',
    save: 'Guardar o comprovante',
    in: 'Participa',
    void: 'Reembolsada',
    out: 'Fora do sorteio',
    broken: 'Não confere',
    inText: 'Confere: esta compra está no registro congelado e participa.',
    voidText: 'Esta compra está no registro, como reembolsada: não pode ganhar.',
    outText: 'Esta compra não está no registro congelado.',
    brokenText: 'O comprovante desta compra não leva ao registro congelado. Guarde-o e procure o organizador.',
    place: (count: string, first: string, last: string) =>
      count === '1' ? `É a cota paga de ordem ${first}.` : `São as ${count} cotas pagas da ordem ${first} à ${last}.`,
  },
  en: {
    quotas: (count: string) => (count === '1' ? '1 quota' : `${count} quotas`),
    order: (id: string) => `Order ${id}`,
    check: 'Check',
    again: 'Check again',
    save: 'Keep the receipt',
    in: 'Takes part',
    void: 'Refunded',
    out: 'Not in the draw',
    broken: 'Does not hold',
    inText: 'It holds: this purchase is in the frozen record and takes part.',
    voidText: 'This purchase is in the record as refunded: it cannot win.',
    outText: 'This purchase is not in the frozen record.',
    brokenText: 'The receipt of this purchase does not lead to the frozen record. Keep it and talk to the organiser.',
    place: (count: string, first: string, last: string) =>
      count === '1'
        ? `It is paid quota ${first} in order.`
        : `They are the ${count} paid quotas from ${first} to ${last} in order.`,
  },
});
