import { useState } from 'preact/hooks';
import {
  ChangePasswordDocument,
  RequestLoginCodeDocument,
  ResetPasswordDocument,
  type PersonFragment,
} from '../../generated/client/operations.js';
import { CodeForm, useCodeProblems } from '../buyer/code-form.js';
import { SHORTEST_PASSWORD } from '../buyer/cpf-and-phone.js';
import { unshownError, useForm } from '../common/form.js';
import { texts, useTexts } from '../common/language.js';
import { useCodeWays } from '../common/code-ways.js';
import { useAction } from '../common/query.js';
import { useSession } from '../common/session.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { Notice, Problem } from '../ui/surface.js';
import css from './account.module.css';

/** By the password that the account has, or by a code to its phone. */
export function PasswordForm({ person }: { person: PersonFragment }) {
  const t = useTexts(TEXTS);
  const [byCode, setByCode] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const done = (): void => {
    setSaved(true);
    setByCode(false);
  };
  return (
    <div class={css.form}>
      <p class={css.soft}>{t.others}</p>
      {byCode && person.phone ? <ByCode phone={person.phone} onDone={done} /> : <ByPassword onDone={done} />}
      {person.phone && (
        <Button variant="plain" onClick={() => setByCode(!byCode)}>
          {byCode ? t.byPassword : t.byCode}
        </Button>
      )}
      {isSaved && (
        <Notice tone="good">
          <p>{t.saved}</p>
        </Notice>
      )}
    </div>
  );
}

function ByPassword({ onDone }: { onDone(): void }) {
  const t = useTexts(TEXTS);
  const { client } = useSession();
  const form = useForm({ currentPassword: '', newPassword: '' });
  const saving = useAction(async () => {
    try {
      const { changePassword } = await client.mutate(ChangePasswordDocument, { input: form.values });
      // The tokens of before have ended.
      client.signIn(changePassword);
      form.setAll({ currentPassword: '', newPassword: '' });
      onDone();
    } catch (error) {
      form.refuse(error);
      throw error;
    }
  });
  return (
    <form
      class={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const { currentPassword, newPassword } = form.values;
        const found = {
          ...(!currentPassword && { currentPassword: [t.noPassword] }),
          ...(newPassword.length < SHORTEST_PASSWORD && { newPassword: [t.tooShort] }),
        };
        if (form.show(found)) void saving.act();
      }}
    >
      <TextField label={t.current} type="password" autocomplete="current-password" {...form.text('currentPassword')} />
      <TextField label={t.next} type="password" autocomplete="new-password" hint={t.tooShort} {...form.text('newPassword')} />
      <Problem problem={unshownError(saving.error, ['currentPassword', 'newPassword'])} />
      <Button type="submit" isBusy={saving.isBusy}>
        {t.save}
      </Button>
    </form>
  );
}

function ByCode({ phone, onDone }: { phone: string; onDone(): void }) {
  const t = useTexts(TEXTS);
  const { hasPhoneCodes } = useCodeWays();
  const { client } = useSession();
  const problemsOf = useCodeProblems();
  const form = useForm({ code: '', newPassword: '' });
  const [isSent, setSent] = useState(false);
  const sending = useAction(async () => {
    await client.mutate(RequestLoginCodeDocument, { phone }, { anonymous: true });
    form.set('code', '');
    setSent(true);
  });
  const saving = useAction(async () => {
    const { resetPassword } = await client.mutate(ResetPasswordDocument, { input: { phone, ...form.values } });
    client.signIn(resetPassword);
    onDone();
  });
  return (
    <CodeForm
      isSent={isSent}
      sending={sending}
      using={saving}
      code={form.text('code')}
      hint={t.codeHint}
      labels={{ send: t.send, use: t.save }}
      onSend={() => {
        saving.reset();
        void sending.act();
      }}
      onUse={() => {
        const { code, newPassword } = form.values;
        const found = { ...problemsOf(code), ...(newPassword.length < SHORTEST_PASSWORD && { newPassword: [t.tooShort] }) };
        if (form.show(found)) void saving.act();
      }}
    >
      <p>{hasPhoneCodes ? t.toPhone(phone) : t.toEmail}</p>
      {isSent && (
        <TextField label={t.next} type="password" autocomplete="new-password" hint={t.tooShort} {...form.text('newPassword')} />
      )}
    </CodeForm>
  );
}

const TEXTS = texts({
  'pt-BR': {
    others: 'Trocar a senha desconecta todos os seus outros aparelhos.',
    current: 'Senha atual',
    next: 'Senha nova',
    save: 'Trocar a senha',
    saved: 'A senha foi trocada.',
    noPassword: 'Escreva a senha atual.',
    tooShort: 'Ao menos 8 caracteres.',
    byCode: 'Não tenho senha, ou esqueci',
    byPassword: 'Usar a senha atual',
    send: 'Receber código',
    toPhone: (phone: string) => `O código vai para ${phone} e para o e-mail da conta, se ela tiver um.`,
    toEmail: 'O código vai para o e-mail da conta. Se ela não tem e-mail, fale com a equipe do site.',
    codeHint: 'Seis números. Eles valem por 5 minutos.',
  },
  en: {
    others: 'A new password logs all your other devices out.',
    current: 'Current password',
    next: 'New password',
    save: 'Change the password',
    saved: 'The password was changed.',
    noPassword: 'Write the current password.',
    tooShort: 'At least 8 characters.',
    byCode: 'I have no password, or forgot it',
    byPassword: 'Use the current password',
    send: 'Send me a code',
    toPhone: (phone: string) => `The code goes to ${phone}, and to the e-mail address of the account if it has one.`,
    toEmail: 'The code goes to the e-mail address of the account. If it has none, write to the people of this site.',
    codeHint: 'Six digits. They hold for 5 minutes.',
  },
});
