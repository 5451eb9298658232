import { useState } from 'preact/hooks';
import { DeleteMyAccountDocument } from '../../generated/client/operations.js';
import { unshownError, useForm } from '../common/form.js';
import { texts, useTexts } from '../common/language.js';
import { useAction } from '../common/query.js';
import { useSession } from '../common/session.js';
import { Button } from '../ui/button.js';
import { Dialog, DialogActions } from '../ui/dialog.js';
import { TextField } from '../ui/field.js';
import { Problem } from '../ui/surface.js';
import css from './account.module.css';

export function DeleteAccount() {
  const t = useTexts(TEXTS);
  const { client, leave } = useSession();
  const [isAsking, setAsking] = useState(false);
  const form = useForm({ currentPassword: '' });
  const deleting = useAction(async () => {
    try {
      await client.mutate(DeleteMyAccountDocument, form.values);
    } catch (error) {
      form.refuse(error);
      throw error;
    }
    leave();
  });
  return (
    <>
      <p class={css.soft}>{t.what}</p>
      <p>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t.ask}
        </Button>
      </p>
      {isAsking && (
        <Dialog title={t.title} onClose={() => setAsking(false)}>
          <form
            class={css.form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (form.show(form.values.currentPassword ? {} : { currentPassword: [t.noPassword] })) void deleting.act();
            }}
          >
            <p>{t.sure}</p>
            <TextField label={t.password} type="password" autocomplete="current-password" {...form.text('currentPassword')} />
            <Problem problem={unshownError(deleting.error, ['currentPassword'])} />
            <DialogActions>
              <Button onClick={() => setAsking(false)}>{t.back}</Button>
              <Button variant="danger" type="submit" isBusy={deleting.isBusy}>
                {t.confirm}
              </Button>
            </DialogActions>
          </form>
        </Dialog>
      )}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    what: 'Seu nome, telefone, CPF, e-mail e senha são apagados para sempre. Os pedidos pagos ficam, sem o seu nome.',
    ask: 'Excluir minha conta',
    title: 'Excluir a conta para sempre?',
    sure: 'Não há como desfazer. Se quiser uma cópia dos seus dados, baixe-a antes.',
    password: 'Sua senha',
    noPassword: 'Escreva a sua senha.',
    back: 'Voltar',
    confirm: 'Excluir para sempre',
  },
  en: {
    what: 'Your name, phone, CPF, e-mail address and password are erased for good. Paid orders stay, without your name.',
    ask: 'Delete my account',
    title: 'Delete the account for good?',
    sure: 'This cannot be undone. If you want a copy of your data, download it before.',
    password: 'Your password',
    noPassword: 'Write your password.',
    back: 'Back',
    confirm: 'Delete for good',
  },
});
