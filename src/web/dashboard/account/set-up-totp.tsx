import { useEffect } from 'preact/hooks';
import { BeginTotpDocument, ConfirmTotpDocument, type BeginTotpMutation } from '../../../generated/client/operations.js';
import { unshownError, useForm } from '../../common/form.js';
import { texts, useTexts } from '../../common/language.js';
import { useAction } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Row, Stack } from '../../ui/layout.js';
import { Problem, Skeleton } from '../../ui/surface.js';
import { useState } from 'preact/hooks';
import css from './account.module.css';

interface Props {
  onDone(recoveryCodes: readonly string[]): void;
  onBack(): void;
}

export function SetUpTotp({ onDone, onBack }: Props) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const [begun, setBegun] = useState<BeginTotpMutation['beginTotp']>();
  const form = useForm({ code: '' });
  const beginning = useAction(async () => setBegun((await client.mutate(BeginTotpDocument, {})).beginTotp));
  const { act: begin } = beginning;
  useEffect(() => {
    void begin();
  }, [begin]);
  const confirming = useAction(async () => {
    try {
      onDone((await client.mutate(ConfirmTotpDocument, { code: form.values.code })).confirmTotp.codes);
    } catch (error) {
      form.refuse(error);
      throw error;
    }
  });
  if (!begun)
    return (
      <Stack>
        {beginning.error ? <Problem problem={beginning.error} onRetry={() => void begin()} /> : <Skeleton lines={6} />}
        <div>
          <Button onClick={onBack}>{t.back}</Button>
        </div>
      </Stack>
    );
  return (
    <form
      class={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void confirming.act();
      }}
    >
      <p>{t.scan}</p>
      <img class={css.qrCode} src={begun.qrCodeImage} alt={t.qrCode} />
      <details>
        <summary>{t.cannotScan}</summary>
        <p>{t.type}</p>
        <p class={css.secret}>
          <code>{begun.secret}</code>
        </p>
      </details>
      <TextField
        label={t.code}
        hint={t.hint}
        inputMode="numeric"
        autocomplete="one-time-code"
        maxLength={40}
        {...form.text('code')}
      />
      <Problem problem={unshownError(confirming.error, ['code'])} />
      <Row>
        <Button onClick={onBack}>{t.back}</Button>
        <Button variant="primary" type="submit" isBusy={confirming.isBusy}>
          {t.confirm}
        </Button>
      </Row>
    </form>
  );
}

const TEXTS = texts({
  'pt-BR': {
    scan: 'Abra um aplicativo autenticador no celular (Google Authenticator, Microsoft Authenticator, 1Password…) e leia este código.',
    qrCode: 'Código QR para o aplicativo autenticador',
    cannotScan: 'Não consigo ler o código',
    type: 'Digite esta chave no aplicativo:',
    code: 'Código do aplicativo',
    hint: 'Os 6 dígitos que o aplicativo mostra agora.',
    back: 'Voltar',
    confirm: 'Ligar o segundo fator',
  },
  en: {
    scan: 'Open an authenticator app on your phone (Google Authenticator, Microsoft Authenticator, 1Password…) and scan this code.',
    qrCode: 'QR code for the authenticator app',
    cannotScan: 'I cannot scan the code',
    type: 'Type this key into the app:',
    code: 'Code of the app',
    hint: 'The 6 digits that the app shows now.',
    back: 'Back',
    confirm: 'Turn the second factor on',
  },
});
