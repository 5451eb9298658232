import { useEffect, useState } from 'preact/hooks';
import { BeginPasskeyProofDocument, ConfirmIdentityDocument, MySecondFactorDocument } from '../../generated/client/operations.js';
import { useForm } from '../common/form.js';
import { texts, useTexts } from '../common/language.js';
import { useQuery } from '../common/query.js';
import { useClient } from '../common/session.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { Problem, Skeleton } from '../ui/surface.js';
import { useCodeField } from './account/code-field.js';
import { PasskeyButton } from './passkey.js';

type Answer = (isProved: boolean) => void;

let ask: ((answer: Answer) => void) | undefined;

/** Asks the operator, by the one dialog of the page. False when they go back. */
export function proveIdentity(): Promise<boolean> {
  return new Promise((resolve) => (ask ? ask(resolve) : resolve(false)));
}

export function IdentityPrompt() {
  const [answer, setAnswer] = useState<{ give: Answer }>();
  useEffect(() => {
    ask = (give) => setAnswer({ give });
    return () => {
      ask = undefined;
    };
  }, []);
  if (!answer) return null;
  const end = (isProved: boolean): void => {
    setAnswer(undefined);
    answer.give(isProved);
  };
  return <ProofDialog onProved={() => end(true)} onClose={() => end(false)} />;
}

function ProofDialog({ onProved, onClose }: { onProved(): void; onClose(): void }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const { data, error, reload } = useQuery(MySecondFactorDocument, {});
  const form = useForm({ currentPassword: '', secondFactor: '' });
  const methods = data?.mySecondFactor.methods ?? [];
  const byCode = methods.length > 0;
  const code = useCodeField(methods);
  return (
    <FormDialog
      title={t.title}
      form={form}
      saveLabel={t.confirm}
      save={async () => {
        const { currentPassword, secondFactor } = form.values;
        const input = byCode ? { secondFactor: { code: secondFactor } } : { currentPassword };
        await client.mutate(ConfirmIdentityDocument, { input });
        // What asked for it goes on.
        return null;
      }}
      onSaved={onProved}
      onClose={onClose}
    >
      <p>{t.why}</p>
      <Problem problem={error} onRetry={reload} />
      {!data && !error && <Skeleton lines={2} />}
      {data
        && (byCode ? (
          <>
            {methods.includes('PASSKEY') && (
              <PasskeyButton
                begin={async () => (await client.mutate(BeginPasskeyProofDocument, {})).beginPasskeyProof.options}
                use={async (passkey) => {
                  await client.mutate(ConfirmIdentityDocument, { input: { secondFactor: { passkey } } });
                  onProved();
                }}
              />
            )}
            <TextField {...code} {...form.text('secondFactor')} />
          </>
        ) : (
          <TextField label={t.password} type="password" autocomplete="current-password" {...form.text('currentPassword')} />
        ))}
    </FormDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Confirme que é você',
    why: 'Isto mexe com dinheiro ou com acessos. Depois de confirmar, continuamos de onde você parou.',
    password: 'Sua senha',
    confirm: 'Confirmar',
  },
  en: {
    title: 'Confirm that it is you',
    why: 'This moves money or gives access. Once you have confirmed, it goes on where you were.',
    password: 'Your password',
    confirm: 'Confirm',
  },
});
