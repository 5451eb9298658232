import { useState } from 'preact/hooks';
import type { GatewayError } from '../../client/errors.js';
import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { useSession } from '../common/session.js';
import { texts, useTexts } from '../common/language.js';
import { Dialog } from '../ui/dialog.js';
import { Notice, Problem } from '../ui/surface.js';
import css from '../buyer/identify.module.css';
import { LogInForm } from '../buyer/log-in-form.js';
import { SignUpForm } from './sign-up-form.js';

interface Identifying {
  raffle: RaffleOfPage;
  onClose(): void;
  onEntered(): void;
  isBusy: boolean;
  problem: GatewayError | undefined;
}

export function Identify({ raffle, onClose, onEntered, isBusy, problem }: Identifying) {
  const { hasEnded } = useSession();
  const t = useTexts(TEXTS);
  const title = Number(raffle.quotaPrice) === 0 ? t.titleFree : t.title;
  const [isNew, setNew] = useState(!hasEnded);
  // Typed once: nobody is told which of the two it is, as that would say who is a customer.
  const [phone, setPhone] = useState('');
  const shared = { phone, onPhone: setPhone, isBusy, onEntered };
  return (
    <Dialog title={title} onClose={onClose}>
      {hasEnded && (
        <Notice tone="warn">
          <p>{t.ended}</p>
        </Notice>
      )}
      <div class={css.choice} role="group" aria-label={title}>
        <button type="button" aria-pressed={isNew} onClick={() => setNew(true)}>
          {t.isNew}
        </button>
        <button type="button" aria-pressed={!isNew} onClick={() => setNew(false)}>
          {t.isKnown}
        </button>
      </div>
      {isNew ? <SignUpForm raffle={raffle} {...shared} /> : <LogInForm {...shared} />}
      <Problem problem={problem} />
    </Dialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Quem está comprando?',
    titleFree: 'Quem vai participar?',
    isNew: 'Sou novo aqui',
    isKnown: 'Já tenho conta',
    ended: 'Sua sessão terminou. Entre de novo: a sua escolha está guardada.',
  },
  en: {
    title: 'Who is buying?',
    titleFree: 'Who takes part?',
    isNew: 'I am new here',
    isKnown: 'I have an account',
    ended: 'Your session has ended. Log in again: your choice is kept.',
  },
});
