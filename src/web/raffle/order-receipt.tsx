import { seenSince } from '../common/kept.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { saveReceipts } from '../common/save-receipts.js';
import { useAction } from '../common/query.js';
import { useClient } from '../common/session.js';
import { keepBoundPromises, useReceipts } from '../common/use-kept.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/surface.js';
import css from './order-receipt.module.css';

interface ReceiptOf {
  raffleId: string;
  orderId: string;
  /** It is not decided yet. */
  isAwaited: boolean;
  isPublicChain: boolean;
}

/** The receipt of a paid order, from before the round that decides it. */
export function OrderReceipt({ raffleId, orderId, isAwaited, isPublicChain }: ReceiptOf) {
  const t = useTexts(TEXTS);
  const { exactTime } = useFormats();
  const receipts = useReceipts(raffleId, orderId, isAwaited);
  const client = useClient();
  const saving = useAction(async () => {
    await keepBoundPromises(client, raffleId);
    saveReceipts(orderId, receipts ?? []);
  });
  if (!receipts) return <p class={css.soft}>{t.comes}</p>;
  const since = seenSince(receipts);
  const rounds = receipts.flatMap(({ roundDueAt }, place) =>
    roundDueAt === null ? [] : [{ dueAt: roundDueAt, seenAt: since[place]! }],
  );
  const late = rounds.find(({ dueAt, seenAt }) => Date.parse(seenAt) >= Date.parse(dueAt));
  const [first] = rounds;
  return (
    <section class={css.receipt} aria-label={t.title}>
      <h3>{t.title}</h3>
      <p class={css.soft}>{t.what}</p>
      {late ? (
        <Notice tone="warn">{t.late(exactTime(late.seenAt), exactTime(late.dueAt))}</Notice>
      ) : (
        first && (
          <p class={css.soft}>
            {t.inTime(exactTime(first.seenAt), exactTime(first.dueAt))} {isPublicChain ? t.unknown : t.knownToSome}
          </p>
        )
      )}
      <Button small isBusy={saving.isBusy} onClick={() => void saving.act()}>
        {t.save}
      </Button>
    </section>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Comprovante',
    comes: 'O comprovante desta compra sai em instantes.',
    what: 'Prova que a sua compra está no livro público da venda, e o que a rifa prometeu. Guarde-o: depois do sorteio, a página dele e o conferidor sem internet mostram se algo foi mudado.',
    inTime: (seen: string, due: string) => `Este aparelho o recebeu às ${seen}, antes do sorteio das ${due}.`,
    unknown: 'Ninguém sabia ainda o que a compra ia ganhar.',
    knownToSome: 'O sorteio é de testes: quem tem a chave da fonte podia saber antes o que a compra ia ganhar.',
    late: (seen: string, due: string) =>
      `Este aparelho só o recebeu às ${seen}, depois do sorteio das ${due}. Por isso ele não pode confirmar que a compra já estava no livro antes.`,
    save: 'Guardar o comprovante',
  },
  en: {
    title: 'Receipt',
    comes: 'The receipt of this purchase comes in a moment.',
    what: 'It proves that your purchase is in the public book of the sale, and what the raffle promised. Keep it: after the draw, its page and the offline verifier show whether anything was changed.',
    inTime: (seen: string, due: string) => `This device had it at ${seen}, before the draw of ${due}.`,
    unknown: 'Nobody knew yet what the purchase would win.',
    knownToSome: 'It is a test draw: who has the key of its source could know before what the purchase would win.',
    late: (seen: string, due: string) =>
      `This device only had it at ${seen}, after the draw of ${due}. So it cannot confirm that the purchase was in the book before.`,
    save: 'Keep the receipt',
  },
});
