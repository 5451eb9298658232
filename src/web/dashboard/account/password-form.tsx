import { ChangePasswordDocument } from '../../../generated/client/operations.js';
import { unshownError, useForm } from '../../common/form.js';
import { texts, useLanguage, useTexts } from '../../common/language.js';
import { useAction } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Problem } from '../../ui/surface.js';
import { useToasts } from '../../ui/toasts.js';
import { keepSession } from '../operator-session.js';
import css from './account.module.css';

export function PasswordForm() {
  const t = useTexts(TEXTS);
  const client = useClient();
  const language = useLanguage();
  const form = useForm({ currentPassword: '', newPassword: '' });
  const say = useToasts();
  const saving = useAction(async () => {
    try {
      const { changePassword } = await client.mutate(ChangePasswordDocument, { input: form.values });
      // All earlier sessions have ended, the one of the cookie too.
      client.signIn(await keepSession(changePassword.refreshToken, language));
      form.setAll({ currentPassword: '', newPassword: '' });
      say(t.saved);
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
        void saving.act();
      }}
    >
      <p class={css.soft}>{t.others}</p>
      <TextField label={t.current} type="password" autocomplete="current-password" {...form.text('currentPassword')} />
      <TextField label={t.next} type="password" autocomplete="new-password" hint={t.rule} {...form.text('newPassword')} />
      <Problem problem={unshownError(saving.error, ['currentPassword', 'newPassword'])} />
      <div>
        <Button type="submit" isBusy={saving.isBusy}>
          {t.save}
        </Button>
      </div>
    </form>
  );
}

const TEXTS = texts({
  'pt-BR': {
    others: 'Trocar a senha desconecta todos os seus outros aparelhos.',
    current: 'Senha atual',
    next: 'Senha nova',
    rule: 'Ao menos 12 caracteres, difícil de adivinhar: quatro palavras sem relação, por exemplo.',
    save: 'Trocar a senha',
    saved: 'A senha foi trocada.',
  },
  en: {
    others: 'Changing the password logs out all your other devices.',
    current: 'Current password',
    next: 'New password',
    rule: 'At least 12 characters, hard to guess: four words that have nothing to do with each other, for example.',
    save: 'Change the password',
    saved: 'The password was changed.',
  },
});
