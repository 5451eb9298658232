import { useEffect, useRef, useState } from 'preact/hooks';
import { BookConsistencyDocument, BookReceiptDocument, type MyOrdersQuery } from '../../generated/client/operations.js';
import { keepReceipts, type SeenReceipt } from '../common/kept.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { useAction } from '../common/query.js';
import { RelayLinks } from '../common/relay-links.js';
import { saveReceipts } from '../common/save-receipts.js';
import { useClient } from '../common/session.js';
import { Button } from '../ui/button.js';
import { Badge, Notice, Problem } from '../ui/surface.js';
import { runInWorker } from './check/run-in-worker.js';
import type { OwnOrderReport } from './check/verify-own-order.js';
import css from './draw.module.css';
import type { PublishedManifest } from './use-draw.js';

/** Without receipts the order never had quotas. */
interface Outcome {
  receipts: readonly SeenReceipt[];
  report: OwnOrderReport;
}

type MyOrder = MyOrdersQuery['myOrders']['nodes'][number];

export function OwnOrder({ order, manifest }: { order: MyOrder; manifest: PublishedManifest }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const { number, dateTime } = useFormats();
  const [outcome, setOutcome] = useState<Outcome>();
  const leaving = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const quotas = order.quotaQuantity + order.bonusQuotas;
  const { act, isBusy, error } = useAction(async () => {
    const { signal } = (leaving.current = new AbortController());
    const { raffleId, leaves: to } = manifest.facts;
    const { bookReceipt } = await client.query(BookReceiptDocument, { orderId: order.id }, { signal });
    const receipts = keepReceipts(raffleId, bookReceipt);
    // One head nearly always holds all blocks of an order.
    const paths = new Map<number, readonly string[]>();
    for (const from of new Set(receipts.map(({ head }) => head.size))) {
      const { bookConsistency } = await client.query(BookConsistencyDocument, { raffleId, from, to }, { signal });
      paths.set(from, bookConsistency.path);
    }
    const own = { orderId: order.id, quotas, receipts, paths: receipts.map(({ head }) => paths.get(head.size) ?? []) };
    const report = await runInWorker('order', { manifest: manifest.text, manifestHash: manifest.hash, order: own }, signal);
    setOutcome({ receipts, report });
  });
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
      {order.instant?.isDecided && <RelayLinks chainHash={manifest.facts.chain ?? ''} round={order.instant.round} />}
      <Problem problem={error} />
      <div class={css.actions}>
        <Button small isBusy={isBusy} onClick={() => void act()}>
          {outcome ? t.again : t.check}
        </Button>
        {outcome && outcome.receipts.length > 0 && (
          <Button small variant="plain" onClick={() => saveReceipts(order.id, outcome.receipts)}>
            {t.save}
          </Button>
        )}
      </div>
    </div>
  );
}

function Mark({ outcome: { receipts, report } }: { outcome: Outcome }) {
  const t = useTexts(TEXTS);
  if (receipts.length === 0) return <Badge>{t.out}</Badge>;
  if (!report.ok) return <Badge tone="bad">{t.broken}</Badge>;
  return isVoid(report) ? <Badge>{t.void}</Badge> : <Badge tone="good">{t.in}</Badge>;
}

function Told({ outcome: { receipts, report } }: { outcome: Outcome }) {
  const t = useTexts(TEXTS);
  const { number } = useFormats();
  if (receipts.length === 0) return <Notice>{t.outText}</Notice>;
  if (!report.ok) {
    return (
      <Notice tone="bad">
        <p>{t.brokenText}</p>
        <p lang="en">{report.steps.find(({ ok }) => !ok)?.detail}</p>
      </Notice>
    );
  }
  const places = report.blocks.map(({ first, end }) => t.place(number(end - first), number(first + 1), number(end)));
  return <Notice tone={isVoid(report) ? 'calm' : 'good'}>{[isVoid(report) ? t.voidText : t.inText, ...places].join(' ')}</Notice>;
}

/** The quotas of an order are given back together. */
const isVoid = ({ blocks }: OwnOrderReport): boolean => blocks.every((block) => block.isVoid);

const TEXTS = texts({
  'pt-BR': {
    quotas: (count: string) => (count === '1' ? '1 cota' : `${count} cotas`),
    order: (id: string) => `Pedido ${id}`,
    check: 'Conferir',
    again: 'Conferir de novo',
    save: 'Guardar o comprovante',
    in: 'Participa',
    void: 'Devolvida',
    out: 'Fora do sorteio',
    broken: 'Não confere',
    inText: 'Confere: esta compra está no registro congelado e participa.',
    voidText: 'Esta compra está no registro, como devolvida: não pode ganhar.',
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
