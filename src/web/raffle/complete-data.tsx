import { useState } from 'preact/hooks';
import type { GatewayError } from '../../client/errors.js';
import { RequestContactCodeDocument, UpdateCustomerDocument, type PersonFragment } from '../../generated/client/operations.js';
import { unshownError, useForm } from '../common/form.js';
import { texts, useTexts } from '../common/language.js';
import { useAction } from '../common/query.js';
import { useSession } from '../common/session.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/field.js';
import { CodeForm, useCodeProblems } from '../buyer/code-form.js';
import { isCpf } from '../buyer/cpf-and-phone.js';
import { maskCpf } from '../buyer/masks.js';

const FIELDS = ['cpf', 'birthDate', 'email'] as const;
type Field = (typeof FIELDS)[number];

/** What the raffle asks for and the account does not have: a code of the phone took away what a stranger may have typed. */
export function missingData(error: GatewayError | undefined): Field[] {
  return FIELDS.filter((field) => error?.problems[field]?.some(({ rule }) => rule === 'required'));
}

interface CompleteDataProps {
  person: PersonFragment;
  missing: readonly Field[];
  onClose(): void;
  onSaved(): void;
}

export function CompleteData({ person, missing, onClose, onSaved }: CompleteDataProps) {
  const { client, enter } = useSession();
  const t = useTexts(TEXTS);
  const problemsOfCode = useCodeProblems();
  const form = useForm({ cpf: '', birthDate: '', email: '', code: '', currentPassword: '' });
  const [isSent, setSent] = useState(false);
  const [hasPassword, setHasPassword] = useState(false);
  const asks = (field: Field): boolean => missing.includes(field);
  const { cpf, birthDate, code, currentPassword } = form.values;
  const email = form.values.email.trim();

  const refused = (error: GatewayError): never => {
    const { emailCode, ...others } = error.fields;
    if (others.currentPassword) setHasPassword(true);
    form.show({ ...others, ...(emailCode && { code: emailCode }) });
    throw error;
  };
  const sending = useAction(async () => {
    await client.mutate(RequestContactCodeDocument, { input: { email } }).catch(refused);
    form.set('code', '');
    setSent(true);
  });
  const saving = useAction(async () => {
    const ofEmail = { email, emailCode: code, ...(hasPassword && { currentPassword }) };
    const input = { ...(asks('cpf') && { cpf }), ...(asks('birthDate') && { birthDate }), ...(asks('email') && ofEmail) };
    const { updateCustomer } = await client.mutate(UpdateCustomerDocument, { id: person.id, input }).catch(refused);
    enter(updateCustomer);
    onSaved();
  });
  const isWell = (more: Record<string, readonly string[]> = {}): boolean =>
    form.show({
      ...(asks('cpf') && !isCpf(cpf) && { cpf: [t.wrongCpf] }),
      ...(asks('birthDate') && !birthDate && { birthDate: [t.wrongBirth] }),
      ...(asks('email') && !email.includes('@') && { email: [t.wrongEmail] }),
      ...more,
    });
  const send = (): void => {
    saving.reset();
    if (isWell()) void sending.act();
  };
  const save = (): void => {
    if (isWell(isSent ? problemsOfCode(code) : {})) void saving.act();
  };
  const shown = [...missing, 'emailCode', 'currentPassword'];
  const unshown = ({ isBusy, error }: typeof saving) => ({ isBusy, error: unshownError(error, shown) });
  return (
    <Dialog title={t.title} onClose={onClose}>
      <CodeForm
        isSent={isSent}
        sending={unshown(asks('email') ? sending : saving)}
        using={unshown(saving)}
        code={form.text('code')}
        hint={t.codeHint}
        labels={{ send: asks('email') ? t.send : t.save, use: t.save }}
        wide
        onSend={asks('email') ? send : save}
        onUse={save}
      >
        <p>{t.why}</p>
        {asks('cpf') && <TextField label={t.cpf} inputMode="numeric" mask={maskCpf} {...form.text('cpf')} />}
        {asks('birthDate') && <TextField label={t.birth} type="date" autocomplete="bday" {...form.text('birthDate')} />}
        {asks('email') && <TextField label={t.email} type="email" autocomplete="email" {...form.text('email')} />}
        {hasPassword && (
          <TextField
            label={t.password}
            type="password"
            autocomplete="current-password"
            hint={t.passwordHint}
            {...form.text('currentPassword')}
          />
        )}
      </CodeForm>
    </Dialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Complete o seu cadastro',
    why: 'Esta rifa pede estes dados. Outras pessoas nunca veem o que você escreve aqui.',
    cpf: 'CPF',
    birth: 'Data de nascimento',
    email: 'E-mail',
    password: 'Sua senha',
    passwordHint: 'Esqueceu a senha? Fale com a equipe do site.',
    codeHint: 'Enviamos seis números ao seu e-mail. Eles valem por 5 minutos.',
    send: 'Receber código no e-mail',
    save: 'Salvar e continuar',
    wrongCpf: 'Confira os onze números do CPF.',
    wrongBirth: 'Esta rifa pede a data de nascimento.',
    wrongEmail: 'Escreva um e-mail, como nome@exemplo.com.',
  },
  en: {
    title: 'Complete your data',
    why: 'This raffle asks for these data. Others never see what you write here.',
    cpf: 'CPF',
    birth: 'Date of birth',
    email: 'E-mail',
    password: 'Your password',
    passwordHint: 'Forgotten? Ask the people of this site.',
    codeHint: 'We sent six digits to your e-mail address. They hold for 5 minutes.',
    send: 'Send me a code by e-mail',
    save: 'Save and go on',
    wrongCpf: 'Check the eleven digits of the CPF.',
    wrongBirth: 'This raffle asks for the date of birth.',
    wrongEmail: 'Write an e-mail address, like name@example.com.',
  },
});
