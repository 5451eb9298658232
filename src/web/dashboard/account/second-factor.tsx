import { useState } from 'preact/hooks';
import { CreateRecoveryCodesDocument, MySecondFactorDocument, RemoveTotpDocument } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { useAction, useQuery } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Row, Stack } from '../../ui/layout.js';
import { Badge, Notice, Problem, Skeleton } from '../../ui/surface.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SetUpTotp } from './set-up-totp.js';

const FEW_CODES = 3;

/** `onSetUp`: there is one from now on, and its recovery codes are kept. */
export function SecondFactor({ onSetUp }: { onSetUp?(): void }) {
  const t = useTexts(TEXTS);
  const { dateTime } = useFormats();
  const client = useClient();
  const { data, error, reload } = useQuery(MySecondFactorDocument, {});
  const [isSettingUp, setSettingUp] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const renewing = useAction(async () => {
    setCodes((await client.mutate(CreateRecoveryCodesDocument, {})).createRecoveryCodes.codes);
    reload();
  });
  if (!data) return error ? <Problem problem={error} onRetry={reload} /> : <Skeleton lines={3} />;
  if (codes) return <RecoveryCodes codes={codes} onKept={onSetUp ?? (() => setCodes(undefined))} />;
  const { totpConfirmedAt, recoveryCodesLeft } = data.mySecondFactor;
  if (isSettingUp)
    return (
      <SetUpTotp
        onDone={(given) => {
          setSettingUp(false);
          setCodes(given);
          reload();
        }}
        onBack={() => setSettingUp(false)}
      />
    );
  if (!totpConfirmedAt)
    return (
      <Stack>
        <p>{t.none}</p>
        <div>
          <Button variant="primary" onClick={() => setSettingUp(true)}>
            {t.setUp}
          </Button>
        </div>
      </Stack>
    );
  return (
    <Stack>
      <p>
        <Badge tone="good">{t.on}</Badge> {t.since(dateTime(totpConfirmedAt))}
      </p>
      {recoveryCodesLeft <= FEW_CODES ? (
        <Notice tone="warn">{t.few(recoveryCodesLeft)}</Notice>
      ) : (
        <p>{t.left(recoveryCodesLeft)}</p>
      )}
      <Problem problem={renewing.error} />
      <Row>
        <Button isBusy={renewing.isBusy} onClick={() => void renewing.act()}>
          {t.newCodes}
        </Button>
        <Button onClick={() => setSettingUp(true)}>{t.replace}</Button>
        <Button variant="danger" onClick={() => setRemoving(true)}>
          {t.remove}
        </Button>
      </Row>
      {isRemoving && (
        <ConfirmDialog
          title={t.removeTitle}
          confirm={t.remove}
          variant="danger"
          onConfirm={async () => {
            await client.mutate(RemoveTotpDocument, {});
            reload();
          }}
          onClose={() => setRemoving(false)}
        >
          <p>{t.removeAbout}</p>
        </ConfirmDialog>
      )}
    </Stack>
  );
}

const TEXTS = texts({
  'pt-BR': {
    none: 'Hoje a senha basta para entrar. Com um aplicativo autenticador no celular, quem descobrir a senha não entra.',
    setUp: 'Configurar aplicativo autenticador',
    on: 'Ligado',
    since: (at: string) => `Aplicativo autenticador desde ${at}.`,
    left: (count: number) => `Restam ${count} códigos de recuperação.`,
    few: (count: number) =>
      count === 0
        ? 'Não resta nenhum código de recuperação: gere outros.'
        : count === 1
          ? 'Resta só 1 código de recuperação: gere outros.'
          : `Restam só ${count} códigos de recuperação: gere outros.`,
    newCodes: 'Gerar novos códigos de recuperação',
    replace: 'Trocar de celular',
    remove: 'Remover o segundo fator',
    removeTitle: 'Remover o segundo fator?',
    removeAbout: 'A senha volta a bastar para entrar, e os códigos de recuperação deixam de valer.',
  },
  en: {
    none: 'Today the password is enough to log in. With an authenticator app on your phone, someone who learns the password does not get in.',
    setUp: 'Set up an authenticator app',
    on: 'On',
    since: (at: string) => `Authenticator app since ${at}.`,
    left: (count: number) => `${count} recovery codes are left.`,
    few: (count: number) =>
      count === 0
        ? 'No recovery code is left: make new ones.'
        : count === 1
          ? 'Only 1 recovery code is left: make new ones.'
          : `Only ${count} recovery codes are left: make new ones.`,
    newCodes: 'Make new recovery codes',
    replace: 'Change phones',
    remove: 'Remove the second factor',
    removeTitle: 'Remove the second factor?',
    removeAbout: 'The password is enough again, and the recovery codes end.',
  },
});
