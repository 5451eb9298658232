import { useState } from 'preact/hooks';
import {
  DemandSecondFactorDocument,
  type OperatorRole,
  ResetSecondFactorDocument,
  TeamDocument,
  type TeamQuery,
} from '../../../generated/client/operations.js';
import { texts, useTexts } from '../../common/language.js';
import { useAction, useQuery } from '../../common/query.js';
import { useClient, useSession } from '../../common/session.js';
import { RowButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Checkbox } from '../../ui/field.js';
import { Stack } from '../../ui/layout.js';
import { Badge, Card, Problem, Skeleton } from '../../ui/surface.js';
import { Table, type Column } from '../../ui/table.js';
import { useToasts } from '../../ui/toasts.js';
import { OPERATOR_ROLES, ROLE_TEXTS } from '../people/people-texts.js';

type Operator = TeamQuery['secondFactors'][number];

/** For owners: who has a second factor, which roles need one, and the way out for an operator who lost it. */
export function Team() {
  const t = useTexts(TEXTS);
  const roleTexts = useTexts(ROLE_TEXTS);
  const client = useClient();
  const say = useToasts();
  const { person } = useSession();
  const { data, error, reload } = useQuery(TeamDocument, {});
  const [isReset, setReset] = useState<Operator>();
  const demanding = useAction(async (roles: OperatorRole[]) => {
    await client.mutate(DemandSecondFactorDocument, { roles });
    say(t.demanded);
    reload();
  });
  const columns: readonly Column<Operator>[] = [
    { key: 'name', head: t.name, cell: ({ name }) => name },
    { key: 'role', head: t.role, cell: ({ operatorRole }) => roleTexts[operatorRole] },
    {
      key: 'secondFactor',
      head: t.secondFactor,
      cell: ({ hasSecondFactor }) => (hasSecondFactor ? <Badge tone="good">{t.on}</Badge> : <Badge>{t.off}</Badge>),
    },
    {
      key: 'action',
      head: t.action,
      cell: (operator) =>
        operator.hasSecondFactor
        && operator.id !== person?.id && <RowButton label={t.reset} of={operator.name} onClick={() => setReset(operator)} />,
    },
  ];
  const demanded = data?.secondFactorDemand.roles ?? [];
  return (
    <Card title={t.title}>
      {!data && (error ? <Problem problem={error} onRetry={reload} /> : <Skeleton lines={6} />)}
      {data && (
        <Stack>
          <fieldset>
            <legend>{t.demand}</legend>
            {OPERATOR_ROLES.map((role) => (
              <Checkbox
                key={role}
                label={roleTexts[role]}
                checked={demanded.includes(role)}
                onChecked={(checked) =>
                  void demanding.act(checked ? [...demanded, role] : demanded.filter((other) => other !== role))
                }
              />
            ))}
          </fieldset>
          <Problem problem={demanding.error} />
          <Table caption={t.operators} columns={columns} rows={data.secondFactors} keyOf={({ id }) => id} />
        </Stack>
      )}
      {isReset && (
        <ConfirmDialog
          title={t.resetTitle(isReset.name)}
          confirm={t.reset}
          variant="danger"
          onConfirm={async () => {
            await client.mutate(ResetSecondFactorDocument, { id: isReset.id });
            reload();
            return t.wasReset(isReset.name);
          }}
          onClose={() => setReset(undefined)}
        >
          <p>{t.resetAbout}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Segundo fator da equipe',
    operators: 'Operadores',
    demand: 'Perfis que exigem segundo fator',
    name: 'Nome',
    role: 'Função',
    secondFactor: 'Segundo fator',
    action: 'Ação',
    on: 'Ligado',
    off: 'Sem',
    reset: 'Remover',
    resetTitle: (name: string) => `Remover o segundo fator de ${name}?`,
    resetAbout:
      'Fale antes com a pessoa, por voz ou em pessoa: quem descobriu a senha pede o mesmo. A senha volta a bastar para ela entrar, e as sessões dela terminam.',
    demanded: 'Os perfis que exigem segundo fator foram salvos.',
    wasReset: (name: string) => `O segundo fator de ${name} foi removido.`,
  },
  en: {
    title: 'Second factors of the team',
    operators: 'Operators',
    demand: 'Roles that need a second factor',
    name: 'Name',
    role: 'Role',
    secondFactor: 'Second factor',
    action: 'Action',
    on: 'On',
    off: 'None',
    reset: 'Remove',
    resetTitle: (name: string) => `Remove the second factor of ${name}?`,
    resetAbout:
      'Talk to the person first, by voice or in person: someone who learned the password asks for the same. The password is enough for their next login, and their sessions end.',
    demanded: 'The roles that need a second factor were saved.',
    wasReset: (name: string) => `The second factor of ${name} was removed.`,
  },
});
