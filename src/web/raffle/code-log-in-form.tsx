import { RequestLoginCodeDocument } from '../../generated/client/operations.js';
import { useState } from 'preact/hooks';
import { useAction } from '../common/query.js';
import { useForm } from '../common/form.js';
import { useSession } from '../common/session.js';
import { texts, useTexts } from '../common/language.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { Problem } from '../ui/surface.js';
import css from './identify.module.css';
import { isPhone } from './cpf-and-phone.js';

interface CodeLogIn {
  phone: string;
  isBusy: boolean;
  onEntered(): void;
}

export function CodeLogInForm({ phone: typed, isBusy, onEntered }: CodeLogIn) {
  const { client, enter } = useSession();
  const t = useTexts(TEXTS);
  const form = useForm({ phone: typed, code: '' });
  const [isSent, setSent] = useState(false);
  const { phone, code } = form.values;
  const sending = useAction(async () => {
    await client.mutate(RequestLoginCodeDocument, { phone }, { anonymous: true });
    form.set('code', '');
    setSent(true);
  });
  const entering = useAction(async () => {
    enter(await client.logIn({ phone, code }));
    onEntered();
  });
  const send = (): void => {
    entering.reset();
    if (form.show(isPhone(phone) ? {} : { phone: [t.wrongPhone] })) void sending.act();
  };
  const submit = (): void => {
    if (!isSent) return send();
    const found = {
      ...(!isPhone(phone) && { phone: [t.wrongPhone] }),
      ...(code.replaceAll(/\D/g, '').length !== 6 && { code: [t.wrongCode] }),
    };
    if (form.show(found)) void entering.act();
  };
  return (
    <form
      class={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField label={t.phone} type="tel" autocomplete="username" {...form.text('phone')} />
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
      <Problem problem={entering.error ?? sending.error} />
      <Button variant="primary" type="submit" wide isBusy={(isSent ? entering.isBusy : sending.isBusy) || isBusy}>
        {isSent ? t.enter : t.send}
      </Button>
      {isSent && (
        <Button variant="plain" isBusy={sending.isBusy} onClick={send}>
          {t.sendAgain}
        </Button>
      )}
    </form>
  );
}

const TEXTS = texts({
  'pt-BR': {
    phone: 'Telefone com DDD',
    code: 'Código',
    codeHint: 'Se este telefone tem conta, enviamos a ele seis números. Eles valem por 5 minutos.',
    send: 'Receber código',
    sendAgain: 'Enviar outro código',
    enter: 'Entrar e continuar',
    wrongPhone: 'Escreva o número com DDD, como (11) 98765-4321.',
    wrongCode: 'O código tem seis números.',
  },
  en: {
    phone: 'Phone with area code',
    code: 'Code',
    codeHint: 'If this phone has an account, we sent it six digits. They hold for 5 minutes.',
    send: 'Send me a code',
    sendAgain: 'Send another code',
    enter: 'Log in and go on',
    wrongPhone: 'Write the number with its area code, like (11) 98765-4321.',
    wrongCode: 'The code has six digits.',
  },
});
