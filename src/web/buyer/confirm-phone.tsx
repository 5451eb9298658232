import { useState } from 'preact/hooks';
import { RequestContactCodeDocument, UpdateCustomerDocument, type PersonFragment } from '../../generated/client/operations.js';
import { useCodeWays } from '../common/code-ways.js';
import { useAction } from '../common/query.js';
import { useForm } from '../common/form.js';
import { useSession } from '../common/session.js';
import { texts, useTexts } from '../common/language.js';
import { Notice } from '../ui/surface.js';
import { CodeForm, useCodeProblems } from './code-form.js';

/** Until the phone is proved somebody else may prove it, and the account is theirs. Nothing where no codes reach phones. */
export function ConfirmPhone({ person }: { person: PersonFragment }) {
  const { hasPhoneCodes } = useCodeWays();
  const { phone, phoneProvedAt } = person;
  return hasPhoneCodes && phone && !phoneProvedAt ? <Confirming person={{ ...person, phone }} /> : null;
}

function Confirming({ person }: { person: PersonFragment & { phone: string } }) {
  const { client, enter } = useSession();
  const t = useTexts(TEXTS);
  const problemsOf = useCodeProblems();
  const form = useForm({ code: '' });
  const [isSent, setSent] = useState(false);
  const { id, phone } = person;
  const sending = useAction(async () => {
    await client.mutate(RequestContactCodeDocument, { input: { phone } });
    form.set('code', '');
    setSent(true);
  });
  const confirming = useAction(async () => {
    const input = { phone, phoneCode: form.values.code };
    enter((await client.mutate(UpdateCustomerDocument, { id, input })).updateCustomer);
  });
  const send = (): void => {
    confirming.reset();
    void sending.act();
  };
  const confirm = (): void => {
    if (form.show(problemsOf(form.values.code))) void confirming.act();
  };
  return (
    <Notice>
      <CodeForm
        isSent={isSent}
        sending={sending}
        using={confirming}
        code={form.text('code')}
        hint={t.codeHint}
        labels={{ send: t.send, use: t.confirm }}
        onSend={send}
        onUse={confirm}
      >
        <p>{t.why}</p>
      </CodeForm>
    </Notice>
  );
}

const TEXTS = texts({
  'pt-BR': {
    why: 'Confirme seu telefone com um código: assim a conta e os prêmios ficam só com você.',
    codeHint: 'Enviamos seis números ao seu telefone. Eles valem por 5 minutos.',
    send: 'Confirmar meu telefone',
    confirm: 'Confirmar',
  },
  en: {
    why: 'Confirm your phone with a code: then the account and the prizes are yours alone.',
    codeHint: 'We sent six digits to your phone. They hold for 5 minutes.',
    send: 'Confirm my phone',
    confirm: 'Confirm',
  },
});
