import { useState } from 'preact/hooks';
import type { GatewayError } from '../../client/errors.js';
import { RequestContactCodeDocument, UpdateCustomerDocument, type PersonFragment } from '../../generated/client/operations.js';
import { CodeForm, useCodeProblems } from '../buyer/code-form.js';
import { isPhone } from '../buyer/cpf-and-phone.js';
import { maskPhone, shownPhone } from '../buyer/masks.js';
import { unshownError, useForm } from '../common/form.js';
import { texts, useTexts } from '../common/language.js';
import { useCodeWays } from '../common/code-ways.js';
import { useAction } from '../common/query.js';
import { useSession } from '../common/session.js';
import { TextField } from '../ui/field.js';
import { Notice } from '../ui/surface.js';
import css from './account.module.css';

interface ContactProps {
  person: PersonFragment;
  kind: 'phone' | 'email';
}

/** Another phone or e-mail address needs the password, and a code that was sent there. */
export function ContactForm({ person, kind }: ContactProps) {
  const t = useTexts(TEXTS);
  const { hasPhoneCodes } = useCodeWays();
  return (
    <>
      <p class={css.soft}>{person[kind] ? t.now(kind === 'phone' ? shownPhone(person[kind]) : person[kind]) : t.none[kind]}</p>
      {kind === 'email' || hasPhoneCodes ? <ChangeContact person={person} kind={kind} /> : <p class={css.soft}>{t.byTeam}</p>}
    </>
  );
}

function ChangeContact({ person, kind }: ContactProps) {
  const { client, enter } = useSession();
  const t = useTexts(TEXTS);
  const problemsOf = useCodeProblems();
  const form = useForm({ phone: '', email: '', code: '', currentPassword: '' });
  const [isSent, setSent] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const address = form.values[kind].trim();
  const input = { [kind]: address };
  const codeField = kind === 'phone' ? 'phoneCode' : 'emailCode';
  const refused = (error: GatewayError): never => {
    const { [codeField]: ofCode, ...others } = error.fields;
    form.show({ ...others, ...(ofCode && { code: ofCode }) });
    throw error;
  };
  const sending = useAction(async () => {
    setSaved(false);
    await client.mutate(RequestContactCodeDocument, { input }).catch(refused);
    form.set('code', '');
    setSent(true);
  });
  const saving = useAction(async () => {
    const { code, currentPassword } = form.values;
    const change = { ...input, [codeField]: code, ...(currentPassword && { currentPassword }) };
    const { updateCustomer } = await client.mutate(UpdateCustomerDocument, { id: person.id, input: change }).catch(refused);
    form.setAll({ phone: '', email: '', code: '', currentPassword: '' });
    setSent(false);
    setSaved(true);
    enter(updateCustomer);
  });
  const isRight = kind === 'phone' ? isPhone(address) : address.includes('@');
  const wrong = isRight ? {} : { [kind]: [t.wrong[kind]] };
  const shown = [kind, 'code', codeField, 'currentPassword'];
  const unshown = ({ isBusy, error }: typeof saving) => ({ isBusy, error: unshownError(error, shown) });
  const label = t.labels[kind];
  return (
    <div class={css.form}>
      <CodeForm
        isSent={isSent}
        sending={unshown(sending)}
        using={unshown(saving)}
        code={form.text('code')}
        hint={t.codeHint[kind]}
        labels={{ send: t.send, use: t.save }}
        onSend={() => {
          saving.reset();
          if (form.show(wrong)) void sending.act();
        }}
        onUse={() => {
          if (form.show({ ...wrong, ...problemsOf(form.values.code) })) void saving.act();
        }}
      >
        <TextField
          label={label}
          type={kind === 'phone' ? 'tel' : 'email'}
          autocomplete={kind === 'phone' ? 'tel' : 'email'}
          {...(kind === 'phone' && { mask: maskPhone })}
          {...form.text(kind)}
        />
        {isSent && (
          <TextField
            label={t.password}
            type="password"
            autocomplete="current-password"
            hint={t.passwordHint}
            {...form.text('currentPassword')}
          />
        )}
      </CodeForm>
      {isSaved && (
        <Notice tone="good">
          <p>{t.saved}</p>
        </Notice>
      )}
    </div>
  );
}

const TEXTS = texts({
  'pt-BR': {
    now: (address: string) => `Agora: ${address}`,
    none: { phone: 'Nenhum telefone.', email: 'Nenhum e-mail.' },
    labels: { phone: 'Novo telefone com DDD', email: 'Novo e-mail' },
    wrong: { phone: 'Escreva o número com DDD, como (11) 98765-4321.', email: 'Escreva um e-mail, como nome@exemplo.com.' },
    codeHint: {
      phone: 'Enviamos seis números ao novo telefone. Eles valem por 5 minutos.',
      email: 'Enviamos seis números ao novo e-mail. Eles valem por 5 minutos.',
    },
    password: 'Sua senha',
    passwordHint: 'Se a sua conta não tem senha, crie uma mais abaixo.',
    send: 'Receber código',
    save: 'Trocar',
    saved: 'Trocado.',
    byTeam: 'Para trocar o telefone, fale com a equipe do site.',
  },
  en: {
    now: (address: string) => `Now: ${address}`,
    none: { phone: 'No phone.', email: 'No e-mail address.' },
    labels: { phone: 'New phone with area code', email: 'New e-mail address' },
    wrong: {
      phone: 'Write the number with its area code, like (11) 98765-4321.',
      email: 'Write an address like name@example.com.',
    },
    codeHint: {
      phone: 'We sent six digits to the new phone. They hold for 5 minutes.',
      email: 'We sent six digits to the new address. They hold for 5 minutes.',
    },
    password: 'Your password',
    passwordHint: 'If your account has no password, set one further down.',
    send: 'Send me a code',
    save: 'Change',
    saved: 'Changed.',
    byTeam: 'To change the phone, write to the people of this site.',
  },
});
