import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { OrderQuery } from '../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { ButtonLink, CopyButton } from '../ui/button.js';
import { Countdown } from '../ui/countdown.js';
import { Notice } from '../ui/surface.js';
import css from './order-dialog.module.css';

type Order = Pick<NonNullable<OrderQuery['order']>, 'totalValue' | 'secondsLeft' | 'qrCodeImage'>;

/** A payment may still arrive minutes after the time is over: the page keeps polling. */
const AGAIN_MS = 10_000;

export function PixCode({
  order,
  isReserved,
  content,
  testBank,
  isPaidByHand,
  onOver,
}: {
  order: Order;
  isReserved: boolean;
  content: string | null;
  testBank: string | null;
  isPaidByHand: boolean;
  onOver(): void;
}) {
  const t = useTexts(TEXTS);
  const { money } = useFormats();
  const code = useRef<HTMLTextAreaElement>(null);
  // The service's remaining time: a phone's clock may be hours wrong.
  const left = order.secondsLeft ?? 0;
  const until = useMemo(() => Date.now() + left * 1_000, [order]);
  useEffect(() => {
    if (left > 0) return undefined;
    const timer = setTimeout(onOver, AGAIN_MS * (1 + Math.random() / 2));
    return () => clearTimeout(timer);
  }, [order, onOver]);
  return (
    <div class={css.pix}>
      <p class={css.sum}>
        <strong>{money(order.totalValue)}</strong>
        <span class={css.left}>
          {isReserved ? t.left : t.payWithin}{' '}
          <strong>
            <Countdown until={until} {...(left > 0 && { onEnd: onOver })} />
          </strong>
        </span>
      </p>
      {content === null ? (
        <Notice tone="warn">
          <p>{t.noCode}</p>
        </Notice>
      ) : (
        <>
          <textarea
            ref={code}
            class={css.code}
            readOnly
            rows={3}
            value={content}
            aria-label={t.code}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton
            variant="primary"
            wide
            text={content}
            label={t.copy}
            done={t.copied}
            onRefused={() => code.current?.select()}
          />
          {order.qrCodeImage && (
            <div class={css.qr}>
              <img src={order.qrCodeImage} alt={t.qr} width={240} height={240} />
            </div>
          )}
          {testBank && (
            <ButtonLink
              variant="plain"
              wide
              href={`${testBank}/?${new URLSearchParams({ pixCopiaECola: content })}`}
              target="_blank"
            >
              {t.testBank}
            </ButtonLink>
          )}
          <ol class={css.steps}>
            {[...t.steps, isPaidByHand ? t.lastStepByHand : t.lastStep].map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
      <p class={css.waiting} role="status">
        <span class={css.dot} aria-hidden="true" />
        {isPaidByHand ? t.waitingByHand : t.waiting}
      </p>
    </div>
  );
}

const TEXTS = texts({
  'pt-BR': {
    left: 'Reservado por mais',
    payWithin: 'Para pagar faltam',
    noCode: 'O código ainda não está pronto. Ele aparece aqui em instantes.',
    qr: 'QR code do PIX',
    code: 'Código PIX copia e cola',
    copy: 'Copiar código PIX',
    copied: 'Código copiado',
    testBank: 'Pagar no banco de desenvolvimento',
    steps: ['Abra o aplicativo do seu banco e escolha PIX copia e cola, ou leia o QR code.', 'Cole o código e confirme.'],
    lastStep: 'Volte para cá: esta tela muda sozinha.',
    lastStepByHand: 'Mande o comprovante ao organizador, se ele pedir. Esta tela muda quando ele confirmar.',
    waitingByHand: 'Aguardando a confirmação do organizador…',
    waiting: 'Aguardando o pagamento…',
  },
  en: {
    left: 'Held for',
    payWithin: 'Pay within',
    noCode: 'The code is not ready yet. It will be here in a moment.',
    qr: 'QR code of the PIX charge',
    code: 'PIX code to copy',
    copy: 'Copy the PIX code',
    copied: 'Copied',
    testBank: 'Pay at the development bank',
    steps: ['Open your bank’s app and choose PIX copy and paste, or read the QR code.', 'Paste the code and confirm.'],
    lastStep: 'Come back here: this page changes by itself.',
    lastStepByHand: 'Send the receipt to the organiser if asked. This page changes when they confirm.',
    waitingByHand: 'Waiting for the organiser to confirm…',
    waiting: 'Waiting for the payment…',
  },
});
