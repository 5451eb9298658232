import { ChangeAccountDocument, type AccountFragment, type OperatorRole } from '../../../generated/client/operations.js';
import { useAction } from '../../common/asking.js';
import { useForm } from '../../common/form.js';
import { texts, useTexts } from '../../common/language.js';
import { Dialog } from '../../ui/dialog.js';
import { Select, TextField } from '../../ui/field.js';
import { Note, Stack } from '../../ui/layout.js';
import { Problem } from '../../ui/surface.js';
import { EditEnd } from '../raffle/edit-end.js';
import { unshown } from '../raffle/unshown.js';
import { useMutate } from '../raffle/use-mutate.js';
import { OPERATOR_ROLES, ROLE_HINTS, ROLE_TEXTS } from './people-texts.js';

const FIELDS = ['name', 'phone', 'email', 'password', 'operatorRole'];

/** Changes what is known of a buyer, or what an operator may do; only what was changed is sent. */
export function AccountDialog(of: { account: AccountFragment; onSaved(): void; onClose(): void }) {
  const { account, onSaved, onClose } = of;
  const { role, operatorRole } = account;
  const t = useTexts(TEXTS);
  const roles = useTexts(ROLE_TEXTS);
  const hints = useTexts(ROLE_HINTS);
  const mutate = useMutate();
  const known = {
    name: account.name,
    phone: account.phone ?? '',
    email: account.email ?? '',
    operatorRole: operatorRole ?? '',
    password: '',
  };
  const form = useForm<typeof known>(known);
  const saving = useAction(async () => {
    const changed = Object.entries(form.values).filter(([name, value]) => value !== known[name as keyof typeof known]);
    const input = Object.fromEntries(changed.map(([name, value]) => [name, name === 'email' && value === '' ? null : value]));
    try {
      if (changed.length > 0) await mutate(ChangeAccountDocument, { id: account.id, input });
    } catch (error) {
      form.refuse(error as Parameters<typeof form.refuse>[0]);
      throw error;
    }
    onSaved();
    onClose();
  });
  return (
    <Dialog title={t.title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void saving.act();
        }}
      >
        <Stack>
          <TextField label={t.name} maxLength={120} autocomplete="off" {...form.text('name')} />
          {role === 'USER' && (
            <TextField label={t.phone} hint={t.phoneHint} type="tel" maxLength={30} autocomplete="off" {...form.text('phone')} />
          )}
          <TextField label={t.email} type="email" maxLength={254} autocomplete="off" {...form.text('email')} />
          {operatorRole && (
            <>
              <Select
                label={t.role}
                options={OPERATOR_ROLES.map((value) => ({ value, label: roles[value] }))}
                {...form.text('operatorRole')}
              />
              <Note>{hints[form.values.operatorRole as OperatorRole]}</Note>
              <TextField
                label={t.password}
                hint={t.passwordHint}
                type="password"
                maxLength={200}
                autocomplete="new-password"
                {...form.text('password')}
              />
            </>
          )}
          <Problem problem={unshown(saving.error, FIELDS)} />
          <EditEnd saving={saving} back={t.back} save={t.save} onSaved={onSaved} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Mudar dados',
    name: 'Nome',
    phone: 'Telefone',
    phoneHint: 'Com um novo telefone a pessoa sai de todos os aparelhos e entra de novo.',
    email: 'E-mail',
    role: 'Função',
    password: 'Nova senha (opcional)',
    passwordHint: 'De 8 a 200 caracteres. As sessões da pessoa terminam.',
    back: 'Voltar',
    save: 'Salvar',
  },
  en: {
    title: 'Change the data',
    name: 'Name',
    phone: 'Phone',
    phoneHint: 'With a new phone the person is logged out of every device, and logs in anew.',
    email: 'E-mail',
    role: 'Role',
    password: 'New password (optional)',
    passwordHint: "8 to 200 characters. The person's sessions end.",
    back: 'Back',
    save: 'Save',
  },
});
