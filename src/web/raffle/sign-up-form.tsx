import { useEffect } from 'preact/hooks';
import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { useCodeWays } from '../common/code-ways.js';
import { useAction } from '../common/query.js';
import { useForm } from '../common/form.js';
import { useSession } from '../common/session.js';
import { texts, useTexts } from '../common/language.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { Problem } from '../ui/surface.js';
import css from '../buyer/identify.module.css';
import { isCpf, isPhone, SHORTEST_PASSWORD } from '../buyer/cpf-and-phone.js';
import { maskCpf } from '../buyer/masks.js';
import { PhoneField, type PhoneEntry } from '../buyer/phone-field.js';

interface Props extends PhoneEntry {
  raffle: RaffleOfPage;
}

export function SignUpForm({ raffle, phone, onPhone, isBusy, onEntered }: Props) {
  const { client, enter } = useSession();
  const { hasEmailCodes } = useCodeWays();
  const t = useTexts(TEXTS);
  const form = useForm({ name: '', phone, cpf: '', email: '', birthDate: '', password: '' });
  const asksEmail = raffle.reservationFields.includes('EMAIL');
  const asksBirth = raffle.reservationFields.includes('BIRTH_DATE');
  const entering = useAction(async () => {
    const { email, birthDate, password, ...others } = form.values;
    enter(
      await client.signUp({
        ...others,
        password: password || undefined,
        email: email.trim() || undefined,
        birthDate: birthDate || undefined,
      }),
    );
    onEntered();
  });
  const canDoWithout = hasEmailCodes && form.values.email.includes('@');
  const { error } = entering;
  useEffect(() => {
    if (error) form.show(error.fields);
    // Each refusal is shown once: typing clears the problem of its field.
  }, [error]);
  const submit = (): void => {
    const { name, phone, cpf, email, birthDate, password } = form.values;
    const found: Record<string, string[] | false> = {
      name: name.trim().length < 2 && [t.wrongName],
      phone: !isPhone(phone) && [t.wrongPhone],
      cpf: !isCpf(cpf) && [t.wrongCpf],
      email: (asksEmail || email.trim() !== '') && !email.includes('@') && [t.wrongEmail],
      birthDate: asksBirth && !birthDate && [t.wrongBirth],
      password: !(canDoWithout && password === '') && password.length < SHORTEST_PASSWORD && [t.shortPassword],
    };
    const problems = Object.entries(found).filter((entry): entry is [string, string[]] => entry[1] !== false);
    if (form.show(Object.fromEntries(problems))) void entering.act();
  };
  const isShownAtFields = Object.keys(error?.fields ?? {}).length > 0;
  return (
    <form
      class={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <PhoneField label={t.phone} hint={t.phoneHint} autocomplete="tel" text={form.text('phone')} onPhone={onPhone} />
      <TextField label={t.name} autocomplete="name" maxLength={120} {...form.text('name')} />
      <TextField label={t.cpf} inputMode="numeric" hint={t.cpfHint} mask={maskCpf} {...form.text('cpf')} />
      <TextField
        label={asksEmail ? t.email : t.emailIfAny}
        type="email"
        autocomplete="email"
        hint={t.emailHint}
        {...form.text('email')}
      />
      {asksBirth && <TextField label={t.birth} type="date" autocomplete="bday" {...form.text('birthDate')} />}
      <TextField
        label={canDoWithout ? t.passwordIfAny : t.password}
        type="password"
        autocomplete="new-password"
        hint={canDoWithout ? t.withoutPassword : t.passwordHint}
        {...form.text('password')}
      />
      {!isShownAtFields && <Problem problem={error} />}
      <Button variant="primary" type="submit" wide isBusy={entering.isBusy || isBusy}>
        {Number(raffle.quotaPrice) === 0 ? t.takePart : t.enter}
      </Button>
      <p class={css.note}>{t.privacy}</p>
    </form>
  );
}

const TEXTS = texts({
  'pt-BR': {
    name: 'Nome completo',
    phone: 'Telefone com DDD',
    phoneHint: 'É com ele que você entra de novo.',
    cpf: 'CPF',
    cpfHint: 'Para entregar o prêmio à pessoa certa.',
    email: 'E-mail',
    emailIfAny: 'E-mail (se quiser)',
    emailHint: 'Para receber seus números e entrar por código.',
    birth: 'Data de nascimento',
    password: 'Crie uma senha',
    passwordHint: 'Pelo menos 8 caracteres.',
    passwordIfAny: 'Crie uma senha (se quiser)',
    withoutPassword: 'Sem senha, você entra por um código no seu e-mail.',
    enter: 'Continuar para o pagamento',
    takePart: 'Participar',
    privacy: 'Outras pessoas nunca veem seu telefone, CPF ou nome inteiro.',
    wrongName: 'Escreva o seu nome.',
    wrongPhone: 'Escreva o número com DDD, como (11) 98765-4321.',
    wrongCpf: 'Confira os onze números do CPF.',
    wrongEmail: 'Escreva um e-mail, como nome@exemplo.com.',
    wrongBirth: 'Esta rifa pede a data de nascimento.',
    shortPassword: 'A senha precisa de pelo menos 8 caracteres.',
  },
  en: {
    name: 'Full name',
    phone: 'Phone with area code',
    phoneHint: 'You log in with it next time.',
    cpf: 'CPF',
    cpfHint: 'So that the prize goes to the right person.',
    email: 'E-mail',
    emailIfAny: 'E-mail (if you like)',
    emailHint: 'To get your numbers, and to log in by a code.',
    birth: 'Date of birth',
    password: 'Choose a password',
    passwordHint: 'At least 8 characters.',
    passwordIfAny: 'Choose a password (if you like)',
    withoutPassword: 'Without one you log in by a code to your e-mail address.',
    enter: 'Go on to the payment',
    takePart: 'Take part',
    privacy: 'Others never see your phone, your CPF or your full name.',
    wrongName: 'Write your name.',
    wrongPhone: 'Write the number with its area code, like (11) 98765-4321.',
    wrongCpf: 'Check the eleven digits of the CPF.',
    wrongEmail: 'Write an e-mail address, like name@example.com.',
    wrongBirth: 'This raffle asks for the date of birth.',
    shortPassword: 'The password needs at least 8 characters.',
  },
});
