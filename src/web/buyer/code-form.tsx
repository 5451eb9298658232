import type { ComponentChildren } from 'preact';
import type { useAction } from '../common/query.js';
import { texts, useTexts } from '../common/language.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { Problem } from '../ui/surface.js';
import css from './identify.module.css';

type Action = Pick<ReturnType<typeof useAction>, 'isBusy' | 'error'>;

interface CodeFormProps {
  /** Whether a code was requested. */
  isSent: boolean;
  sending: Action;
  using: Action;
  /** What the field of the code is bound to. */
  code: Pick<Parameters<typeof TextField>[0], 'value' | 'onValue' | 'problems'>;
  hint: string;
  /** What its button says before a code was requested, and after. */
  labels: { send: string; use: string };
  isBusy?: boolean;
  wide?: boolean;
  onSend(): void;
  onUse(): void;
  children: ComponentChildren;
}

/** A buyer requests a code, and types it. */
export function CodeForm({
  isSent,
  sending,
  using,
  code,
  hint,
  labels,
  isBusy = false,
  wide,
  onSend,
  onUse,
  children,
}: CodeFormProps) {
  const t = useTexts(TEXTS);
  return (
    <form
      class={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isSent) onUse();
        else onSend();
      }}
    >
      {children}
      {isSent && (
        <TextField label={t.code} hint={hint} inputMode="numeric" autocomplete="one-time-code" maxLength={12} {...code} />
      )}
      <Problem problem={using.error ?? sending.error} />
      <Button variant="primary" type="submit" wide={wide} isBusy={(isSent ? using.isBusy : sending.isBusy) || isBusy}>
        {isSent ? labels.use : labels.send}
      </Button>
      {isSent && (
        <Button variant="plain" isBusy={sending.isBusy} onClick={onSend}>
          {t.sendAgain}
        </Button>
      )}
    </form>
  );
}

/** None when it has six digits. */
export function useCodeProblems(): (code: string) => { code?: string[] } {
  const t = useTexts(TEXTS);
  return (code) => (code.replaceAll(/\D/g, '').length === 6 ? {} : { code: [t.wrongCode] });
}

const TEXTS = texts({
  'pt-BR': { code: 'Código', sendAgain: 'Enviar outro código', wrongCode: 'O código tem seis números.' },
  en: { code: 'Code', sendAgain: 'Send another code', wrongCode: 'The code has six digits.' },
});
