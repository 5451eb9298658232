import { useState } from 'preact/hooks';
import { useCodeWays } from '../common/code-ways.js';
import { useAction } from '../common/query.js';
import { useForm } from '../common/form.js';
import { useSession } from '../common/session.js';
import { texts, useTexts } from '../common/language.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { Problem } from '../ui/surface.js';
import { CodeLogInForm } from './code-log-in-form.js';
import css from './identify.module.css';
import { isPhone } from './cpf-and-phone.js';
import { PhoneField, type PhoneEntry } from './phone-field.js';

interface LogIn extends Omit<PhoneEntry, 'phone' | 'onPhone'>, Partial<Pick<PhoneEntry, 'phone' | 'onPhone'>> {}

export function LogInForm({ phone: given, onPhone, ...props }: LogIn) {
  const t = useTexts(TEXTS);
  const { hasPhoneCodes, hasEmailCodes } = useCodeWays();
  const [byCode, setByCode] = useState(false);
  const [own, setOwn] = useState('');
  const shared = { ...props, phone: given ?? own, onPhone: onPhone ?? setOwn };
  return (
    <>
      {byCode ? <CodeLogInForm {...shared} /> : <PasswordForm {...shared} />}
      {(hasPhoneCodes || hasEmailCodes) && (
        <Button variant="plain" onClick={() => setByCode(!byCode)}>
          {byCode ? t.byPassword : t.byCode}
        </Button>
      )}
    </>
  );
}

function PasswordForm({ phone: typed, onPhone, isBusy, onEntered }: PhoneEntry) {
  const { client, enter } = useSession();
  const t = useTexts(TEXTS);
  const form = useForm({ phone: typed, password: '' });
  const entering = useAction(async () => {
    enter(await client.logIn(form.values));
    onEntered();
  });
  const submit = (): void => {
    const { phone, password } = form.values;
    const found = { ...(!isPhone(phone) && { phone: [t.wrongPhone] }), ...(!password && { password: [t.noPassword] }) };
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
      <PhoneField label={t.phone} autocomplete="username" text={form.text('phone')} onPhone={onPhone} />
      <TextField label={t.password} type="password" autocomplete="current-password" {...form.text('password')} />
      <Problem problem={entering.error} />
      <Button variant="primary" type="submit" wide isBusy={entering.isBusy || isBusy}>
        {t.enter}
      </Button>
    </form>
  );
}

const TEXTS = texts({
  'pt-BR': {
    phone: 'Telefone com DDD',
    password: 'Senha',
    enter: 'Entrar e continuar',
    byCode: 'Entrar com código',
    byPassword: 'Entrar com senha',
    wrongPhone: 'Escreva o número com DDD, como (11) 98765-4321.',
    noPassword: 'Escreva a sua senha.',
  },
  en: {
    phone: 'Phone with area code',
    password: 'Password',
    enter: 'Log in and go on',
    byCode: 'Log in with a code',
    byPassword: 'Log in with the password',
    wrongPhone: 'Write the number with its area code, like (11) 98765-4321.',
    noPassword: 'Write your password.',
  },
});
