import { useState } from 'preact/hooks';
import { CreateRecoveryCodesDocument, MySecondFactorDocument, RemoveTotpDocument } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { useAction, useQuery } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Note, Row, Stack } from '../../ui/layout.js';
import { Badge, Notice, Problem, Skeleton } from '../../ui/surface.js';
import { hasPasskeys } from '../passkey.js';
import { NewPasskey, Passkeys } from './passkeys.js';
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
  const [isCreating, setCreating] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const renewing = useAction(async () => {
    setCodes((await client.mutate(CreateRecoveryCodesDocument, {})).createRecoveryCodes.codes);
    reload();
  });
  if (!data) return error ? <Problem problem={error} onRetry={reload} /> : <Skeleton lines={3} />;
  if (codes) return <RecoveryCodes codes={codes} onKept={onSetUp ?? (() => setCodes(undefined))} />;
  const { methods, totpConfirmedAt, passkeys, recoveryCodesLeft } = data.mySecondFactor;
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
  const create = hasPasskeys() ? (
    <Button variant={methods.length === 0 ? 'primary' : 'quiet'} onClick={() => setCreating(true)}>
      {passkeys.length === 0 ? t.create : t.createAnother}
    </Button>
  ) : (
    <Note>{t.noPasskeys}</Note>
  );
  const creating = isCreating && (
    <NewPasskey
      onCreated={(given) => {
        if (given.length > 0) setCodes(given);
        reload();
      }}
      onClose={() => setCreating(false)}
    />
  );
  const setUp = <Button onClick={() => setSettingUp(true)}>{t.setUp}</Button>;
  if (methods.length === 0)
    return (
      <Stack>
        <p>{t.none}</p>
        <Row>
          {create}
          {setUp}
        </Row>
        {creating}
      </Stack>
    );
  return (
    <Stack>
      <div>
        <Badge tone="good">{t.on}</Badge>
      </div>
      <h3>{t.passkeys}</h3>
      {passkeys.length > 0 && <Passkeys of={passkeys} isLast={passkeys.length === 1 && !totpConfirmedAt} onChange={reload} />}
      <div>{create}</div>
      {creating}
      <h3>{t.app}</h3>
      {totpConfirmedAt && <p>{t.since(dateTime(totpConfirmedAt))}</p>}
      <Row>
        {totpConfirmedAt ? (
          <>
            <Button onClick={() => setSettingUp(true)}>{t.replace}</Button>
            <Button variant="danger" onClick={() => setRemoving(true)}>
              {t.remove}
            </Button>
          </>
        ) : (
          setUp
        )}
      </Row>
      <h3>{t.codes}</h3>
      {recoveryCodesLeft <= FEW_CODES ? (
        <Notice tone="warn">{t.few(recoveryCodesLeft)}</Notice>
      ) : (
        <p>{t.left(recoveryCodesLeft)}</p>
      )}
      <Problem problem={renewing.error} />
      <div>
        <Button isBusy={renewing.isBusy} onClick={() => void renewing.act()}>
          {t.newCodes}
        </Button>
      </div>
      {isRemoving && (
        <ConfirmDialog
          title={t.removeTitle}
          confirm={t.remove}
          variant="danger"
          onConfirm={async () => {
            await client.mutate(RemoveTotpDocument, {});
            reload();
            return t.removed;
          }}
          onClose={() => setRemoving(false)}
        >
          <p>{passkeys.length > 0 ? t.removeAbout : t.removeLast}</p>
        </ConfirmDialog>
      )}
    </Stack>
  );
}

const TEXTS = texts({
  'pt-BR': {
    none: 'Hoje a senha basta para entrar. Com uma chave de acesso ou um aplicativo autenticador, quem descobrir a senha não entra.',
    create: 'Criar chave de acesso',
    createAnother: 'Criar outra chave de acesso',
    noPasskeys: 'Este navegador não oferece chaves de acesso neste endereço.',
    passkeys: 'Chaves de acesso',
    app: 'Aplicativo autenticador',
    codes: 'Códigos de recuperação',
    setUp: 'Configurar aplicativo autenticador',
    on: 'Ligado',
    since: (at: string) => `Configurado em ${at}.`,
    left: (count: number) => `Restam ${count} códigos de recuperação.`,
    few: (count: number) =>
      count === 0
        ? 'Não resta nenhum código de recuperação: gere outros.'
        : count === 1
          ? 'Resta só 1 código de recuperação: gere outros.'
          : `Restam só ${count} códigos de recuperação: gere outros.`,
    newCodes: 'Gerar novos códigos de recuperação',
    replace: 'Trocar de celular',
    remove: 'Remover o aplicativo',
    removeTitle: 'Remover o aplicativo autenticador?',
    removeAbout: 'Os códigos dele deixam de valer. As suas chaves de acesso continuam valendo.',
    removeLast: 'É o seu último segundo fator: a senha volta a bastar para entrar, e os códigos de recuperação deixam de valer.',
    removed: 'O aplicativo autenticador foi removido.',
  },
  en: {
    none: 'Today the password is enough to log in. With a passkey or an authenticator app, someone who learns the password does not get in.',
    create: 'Create a passkey',
    createAnother: 'Create another passkey',
    noPasskeys: 'This browser offers no passkeys at this address.',
    passkeys: 'Passkeys',
    app: 'Authenticator app',
    codes: 'Recovery codes',
    setUp: 'Set up an authenticator app',
    on: 'On',
    since: (at: string) => `Set up on ${at}.`,
    left: (count: number) => `${count} recovery codes are left.`,
    few: (count: number) =>
      count === 0
        ? 'No recovery code is left: make new ones.'
        : count === 1
          ? 'Only 1 recovery code is left: make new ones.'
          : `Only ${count} recovery codes are left: make new ones.`,
    newCodes: 'Make new recovery codes',
    replace: 'Change phones',
    remove: 'Remove the app',
    removeTitle: 'Remove the authenticator app?',
    removeAbout: 'Its codes end. Your passkeys go on.',
    removeLast: 'It is your last second factor: the password is enough again, and the recovery codes end.',
    removed: 'The authenticator app was removed.',
  },
});
