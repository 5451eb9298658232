import { useState } from 'preact/hooks';
import { RequestContactCodeDocument, UpdateCustomerDocument, type PersonFragment } from '../../generated/client/operations.js';
import { useAction } from '../common/query.js';
import { useForm } from '../common/form.js';
import { useSession } from '../common/session.js';
import { texts, useTexts } from '../common/language.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { Notice, Problem } from '../ui/surface.js';
import css from './identify.module.css';

/** Until the phone is proved somebody else may prove it, and the account is theirs. */
export function ConfirmPhone({ person }: { person: PersonFragment & { phone: string } }) {
  const { client, enter } = useSession();
  const t = useTexts(TEXTS);
  const form = useForm({ code: '' });
  const [isSent, setSent] = useState(false);
  const { id, phone } = person;
  const sending = useAction(async () => {
    await client.mutate(RequestContactCodeDocument, { input: { phone } });
    form.set('code', '');
    setSent(true);
  });
  const confirming = useAction(async () => {
    const input = { phone, phoneCode: form.values.code };
    enter((await client.mutate(UpdateCustomerDocument, { id, input })).updateCustomer);
  });
  const send = (): void => {
    confirming.reset();
    void sending.act();
  };
  const submit = (): void => {
    if (!isSent) return send();
    if (form.show(form.values.code.replaceAll(/\D/g, '').length === 6 ? {} : { code: [t.wrongCode] })) void confirming.act();
  };
  return (
    <Notice>
      <form
        class={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p>{t.why}</p>
        {isSent && (
          <TextField
            label={t.code}
            hint={t.codeHint}
            inputMode="numeric"
            autocomplete="one-time-code"
            maxLength={12}
            {...form.text('code')}
          />
        )}
        <Problem problem={confirming.error ?? sending.error} />
        <Button variant="primary" type="submit" isBusy={isSent ? confirming.isBusy : sending.isBusy}>
          {isSent ? t.confirm : t.send}
        </Button>
        {isSent && (
          <Button variant="plain" isBusy={sending.isBusy} onClick={send}>
            {t.sendAgain}
          </Button>
        )}
      </form>
    </Notice>
  );
}

const TEXTS = texts({
  'pt-BR': {
    why: 'Confirme seu telefone com um código: assim a conta e os prêmios ficam só com você.',
    code: 'Código',
    codeHint: 'Enviamos seis números ao seu telefone. Eles valem por 5 minutos.',
    send: 'Confirmar meu telefone',
    sendAgain: 'Enviar outro código',
    confirm: 'Confirmar',
    wrongCode: 'O código tem seis números.',
  },
  en: {
    why: 'Confirm your phone with a code: then the account and the prizes are yours alone.',
    code: 'Code',
    codeHint: 'We sent six digits to your phone. They hold for 5 minutes.',
    send: 'Confirm my phone',
    sendAgain: 'Send another code',
    confirm: 'Confirm',
    wrongCode: 'The code has six digits.',
  },
});
