import { RequestLoginCodeDocument } from '../../generated/client/operations.js';
import { useState } from 'preact/hooks';
import { useCodeWays } from '../common/code-ways.js';
import { useAction } from '../common/query.js';
import { useForm } from '../common/form.js';
import { useSession } from '../common/session.js';
import { texts, useTexts } from '../common/language.js';
import { CodeForm, useCodeProblems } from './code-form.js';
import { isPhone } from './cpf-and-phone.js';
import { PhoneField, type PhoneEntry } from './phone-field.js';

export function CodeLogInForm({ phone: typed, onPhone, isBusy, onEntered }: PhoneEntry) {
  const { client, enter } = useSession();
  const t = useTexts(TEXTS);
  const { hasPhoneCodes } = useCodeWays();
  const problemsOf = useCodeProblems();
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
  const logIn = (): void => {
    if (form.show({ ...(!isPhone(phone) && { phone: [t.wrongPhone] }), ...problemsOf(code) })) void entering.act();
  };
  return (
    <CodeForm
      isSent={isSent}
      sending={sending}
      using={entering}
      code={form.text('code')}
      hint={hasPhoneCodes ? t.codeHint : t.emailHint}
      labels={{ send: t.send, use: t.enter }}
      isBusy={isBusy}
      wide
      onSend={send}
      onUse={logIn}
    >
      <PhoneField label={t.phone} autocomplete="username" text={form.text('phone')} onPhone={onPhone} />
    </CodeForm>
  );
}

const TEXTS = texts({
  'pt-BR': {
    phone: 'Telefone com DDD',
    codeHint: 'Se este telefone tem uma conta, mandamos seis números para ele ou para o e-mail da conta. Valem por 5 minutos.',
    emailHint: 'Se este telefone tem uma conta com e-mail, mandamos seis números para o e-mail. Valem por 5 minutos.',
    send: 'Receber código',
    enter: 'Entrar e continuar',
    wrongPhone: 'Escreva o número com DDD, como (11) 98765-4321.',
  },
  en: {
    phone: 'Phone with area code',
    codeHint: 'If this phone has an account, we sent six digits to it, or to its e-mail address. They hold for 5 minutes.',
    emailHint:
      'If this phone has an account with an e-mail address, we sent six digits to that address. They hold for 5 minutes.',
    send: 'Send me a code',
    enter: 'Log in and go on',
    wrongPhone: 'Write the number with its area code, like (11) 98765-4321.',
  },
});
