import { useState } from 'preact/hooks';
import {
  AccountInFullDocument,
  BlockAccountDocument,
  DeleteAccountDocument,
  EndAccountSessionsDocument,
  UnblockAccountDocument,
  type AccountFragment,
} from '../../../generated/client/operations.js';
import { blockUserRoles, createUserRoles, deleteUserRoles } from '../../../generated/client/operator-roles.js';
import { useClient } from '../../common/session.js';
import { texts, useTexts } from '../../common/language.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Button } from '../../ui/button.js';
import { Row } from '../../ui/layout.js';
import type { Toast } from '../../ui/toasts.js';
import { useMay } from '../may.js';
import { AccountDialog } from './account-dialog.js';

type Doing = 'change' | 'block' | 'unblock' | 'endSessions' | 'delete';

export function AccountActions({ account, onDone }: { account: AccountFragment; onDone(): void }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const may = useMay();
  const [doing, setDoing] = useState<Doing>();
  const { id, name, role, blockedAt, blockedReason, deletedAt } = account;
  const mayDelete = may(deleteUserRoles);
  // Operators are changed by who makes them.
  const mayChange = role === 'USER' ? may(blockUserRoles) : may(createUserRoles);
  if (deletedAt || !mayChange) return null;
  const onClose = (): void => setDoing(undefined);
  const asking = (act: (note: string) => Promise<Toast | string>) => ({
    onClose,
    onConfirm: async (note: string) => {
      const said = await act(note);
      onDone();
      return said;
    },
  });
  const isBlockedAt = async (at: string | null): Promise<boolean> =>
    (await client.query(AccountInFullDocument, { id })).user?.blockedAt === at;
  // The page may be older than what somebody else did: that is not for this operator to undo.
  const block = async (reason: string): Promise<Toast> => {
    const isFree = await isBlockedAt(null);
    const { blockUser: blocked } = await client.mutate(BlockAccountDocument, { id, reason });
    if (!isFree || blocked.blockedReason !== reason) return { text: t.wasBlocked(name) };
    const undo = { isAsLeft: () => isBlockedAt(blocked.blockedAt), run: unblock, done: t.unblocked(name) };
    return { text: t.blocked(name), undo };
  };
  const unblock = async (): Promise<Toast> => {
    const isAsShown = await isBlockedAt(blockedAt);
    await client.mutate(UnblockAccountDocument, { id });
    const text = t.unblocked(name);
    if (!isAsShown || blockedReason === null) return { text };
    return { text, undo: { isAsLeft: () => isBlockedAt(null), run: () => block(blockedReason), done: t.blocked(name) } };
  };
  return (
    <>
      <Row>
        <Button onClick={() => setDoing('change')}>{t.change}</Button>
        <Button onClick={() => setDoing('endSessions')}>{t.endSessions}</Button>
        {blockedAt ? (
          <Button onClick={() => setDoing('unblock')}>{t.unblock}</Button>
        ) : (
          <Button variant="danger" onClick={() => setDoing('block')}>
            {t.block}
          </Button>
        )}
        {mayDelete && (
          <Button variant="danger" onClick={() => setDoing('delete')}>
            {t.delete}
          </Button>
        )}
      </Row>
      {doing === 'change' && <AccountDialog account={account} onSaved={onDone} onClose={onClose} />}
      {doing === 'endSessions' && (
        <ConfirmDialog
          title={t.endSessionsTitle(name)}
          confirm={t.endSessions}
          {...asking(async () => {
            await client.mutate(EndAccountSessionsDocument, { id });
            return t.sessionsEnded(name);
          })}
        >
          <p>{t.endSessionsText}</p>
        </ConfirmDialog>
      )}
      {doing === 'block' && (
        <ConfirmDialog
          title={t.blockTitle(name)}
          confirm={t.block}
          variant="danger"
          note={{ label: t.reason }}
          {...asking(block)}
        >
          <p>{t.blockText}</p>
        </ConfirmDialog>
      )}
      {doing === 'unblock' && (
        <ConfirmDialog title={t.unblockTitle(name)} confirm={t.unblock} {...asking(unblock)}>
          <p>{t.unblockText}</p>
        </ConfirmDialog>
      )}
      {doing === 'delete' && (
        <ConfirmDialog
          title={t.deleteTitle(name)}
          confirm={t.delete}
          variant="danger"
          {...asking(async () => {
            await client.mutate(DeleteAccountDocument, { id });
            return t.deleted;
          })}
        >
          <p>{role === 'USER' ? t.deleteText : t.deleteOperatorText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    change: 'Mudar dados',
    endSessions: 'Encerrar sessões',
    endSessionsTitle: (name: string) => `Encerrar as sessões de ${name}?`,
    endSessionsText: 'A pessoa sai de todos os aparelhos em segundos, como quando perde o telefone, e entra de novo.',
    block: 'Bloquear',
    blockTitle: (name: string) => `Bloquear ${name}?`,
    blockText: 'A pessoa sai de todos os aparelhos e não entra mais. O que comprou continua sendo dela.',
    reason: 'Motivo',
    unblock: 'Desbloquear',
    unblockTitle: (name: string) => `Desbloquear ${name}?`,
    unblockText: 'A pessoa pode entrar de novo.',
    delete: 'Excluir',
    deleteTitle: (name: string) => `Excluir a conta de ${name}?`,
    deleteText:
      'Nome, telefone, CPF, e-mail e nascimento são apagados para sempre. Pedidos, pagamentos e prêmios ficam, sem dizer de quem. Não dá para desfazer.',
    deleteOperatorText: 'A pessoa não entra mais. O nome fica, porque o registro de auditoria fala dele. Não dá para desfazer.',
    blocked: (name: string) => `A conta de ${name} foi bloqueada.`,
    wasBlocked: (name: string) => `A conta de ${name} já estava bloqueada por outra pessoa. Vale o motivo dela.`,
    unblocked: (name: string) => `A conta de ${name} foi desbloqueada.`,
    sessionsEnded: (name: string) => `As sessões de ${name} foram encerradas.`,
    deleted: 'A conta foi excluída.',
  },
  en: {
    change: 'Change the data',
    endSessions: 'End sessions',
    endSessionsTitle: (name: string) => `End the sessions of ${name}?`,
    endSessionsText: 'The person is logged out of every device within seconds, as when a phone is lost, and logs in anew.',
    block: 'Block',
    blockTitle: (name: string) => `Block ${name}?`,
    blockText: 'The person is logged out of every device and cannot come in. What they bought stays theirs.',
    reason: 'Reason',
    unblock: 'Unblock',
    unblockTitle: (name: string) => `Unblock ${name}?`,
    unblockText: 'The person may log in again.',
    delete: 'Delete',
    deleteTitle: (name: string) => `Delete the account of ${name}?`,
    deleteText:
      'Name, phone, CPF, e-mail and date of birth are erased for good. Orders, payments and prizes stay, and name nobody. This cannot be undone.',
    deleteOperatorText:
      'The person cannot come in any more. The name stays, for the audit log speaks of it. This cannot be undone.',
    blocked: (name: string) => `The account of ${name} was blocked.`,
    wasBlocked: (name: string) => `Somebody else had blocked the account of ${name}. Their reason stays.`,
    unblocked: (name: string) => `The account of ${name} was unblocked.`,
    sessionsEnded: (name: string) => `The sessions of ${name} were ended.`,
    deleted: 'The account was deleted.',
  },
});
