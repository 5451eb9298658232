import { useState } from 'preact/hooks';
import { BlockUsersDocument, type AccountFragment } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { useClient } from '../../common/session.js';
import { TextField } from '../../ui/field.js';
import { Notice } from '../../ui/surface.js';
import { BulkDialog } from '../bulk/bulk-dialog.js';
import { personHref } from '../links.js';

interface Props {
  people: readonly AccountFragment[];
  onClose(isStarted: boolean): void;
}

export function BlockMany({ people, onClose }: Props) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const client = useClient();
  const [reason, setReason] = useState('');
  return (
    <BulkDialog
      title={t.title}
      rows={people}
      linkTo={({ id, name }) => (
        <a href={personHref(id)} target="_blank">
          {name}
        </a>
      )}
      refusal={({ blockedAt }) => (blockedAt === null ? undefined : t.isBlocked)}
      effect={(able) => <Notice tone="warn">{t.effect(f.number(able.length))}</Notice>}
      confirm={t.block}
      isGrave
      start={async (userIds) => (await client.mutate(BlockUsersDocument, { input: { userIds, reason } })).blockUsers.id}
      onClose={onClose}
    >
      <TextField label={t.reason} hint={t.reasonHint} required maxLength={500} value={reason} onValue={setReason} />
    </BulkDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Bloquear as pessoas escolhidas?',
    effect: (count: string) =>
      `Pessoas a bloquear: ${count}. Elas saem de todos os aparelhos e não entram mais. O que compraram continua sendo delas, e um código PIX aberto ainda pode ser pago.`,
    block: (count: string) => `Bloquear ${count}`,
    isBlocked: 'já está bloqueada.',
    reason: 'Motivo',
    reasonHint: 'O mesmo para todas. Só operadores leem.',
  },
  en: {
    title: 'Block the chosen people?',
    effect: (count: string) =>
      `People to block: ${count}. They are logged out everywhere and cannot log in. What they bought stays theirs, and an open PIX code can still be paid.`,
    block: (count: string) => `Block ${count}`,
    isBlocked: 'is blocked already.',
    reason: 'Reason',
    reasonHint: 'The same for all. Only operators read it.',
  },
});
