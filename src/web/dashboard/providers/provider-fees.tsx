import { useState } from 'preact/hooks';
import {
  DeleteProviderFeeDocument,
  ProviderFeesDocument,
  SetProviderFeeDocument,
  type FeeFragment,
} from '../../../generated/client/operations.js';
import { useForm } from '../../common/form.js';
import { texts, useDay, useFormats, useTexts } from '../../common/language.js';
import { parseMoney, parsePercent } from '../../common/parse-number.js';
import { useQuery } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { Button, RowButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Select, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Note } from '../../ui/layout.js';
import { Card, Empty, Problem, Skeleton } from '../../ui/surface.js';
import { Table } from '../../ui/table.js';

/** What providers keep of each paid charge, as operators state it: statements of raffles estimate with it. */
export function ProviderFees({ providers }: { providers: readonly string[] }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const dayOf = useDay();
  const client = useClient();
  const { data, error, reload } = useQuery(ProviderFeesDocument, {});
  const [isStating, setStating] = useState(false);
  const [deleted, setDeleted] = useState<FeeFragment>();
  const fees = data?.providerFees;
  return (
    <Card
      title={t.title}
      actions={
        <Button small onClick={() => setStating(true)}>
          {t.state}
        </Button>
      }
    >
      <Problem problem={error} onRetry={reload} />
      {!fees && !error && <Skeleton lines={3} />}
      {fees?.length === 0 && (
        <Empty>
          <p>{t.none}</p>
        </Empty>
      )}
      {fees && fees.length > 0 && (
        <Table
          caption={t.listed}
          rows={fees}
          keyOf={({ id }) => id}
          columns={[
            { key: 'provider', head: t.provider, cell: ({ providerName }) => providerName },
            { key: 'from', head: t.from, cell: ({ validFrom }) => dayOf(validFrom) },
            { key: 'fixed', head: t.fixed, isFigure: true, cell: ({ fixed }) => f.money(fixed) },
            { key: 'share', head: t.share, isFigure: true, cell: ({ basisPoints }) => f.percent(basisPoints / 100) },
            {
              key: 'delete',
              head: '',
              cell: (fee) => (
                <RowButton
                  label={t.delete}
                  of={t.feeOf(fee.providerName, dayOf(fee.validFrom))}
                  onClick={() => setDeleted(fee)}
                />
              ),
            },
          ]}
        />
      )}
      <Note>{t.about}</Note>
      {isStating && <FeeDialog providers={providers} onSaved={reload} onClose={() => setStating(false)} />}
      {deleted && (
        <ConfirmDialog
          title={t.deleteTitle(t.feeOf(deleted.providerName, dayOf(deleted.validFrom)))}
          confirm={t.delete}
          variant="danger"
          onConfirm={async () => {
            await client.mutate(DeleteProviderFeeDocument, { id: deleted.id });
            reload();
            return t.deleted(t.feeOf(deleted.providerName, dayOf(deleted.validFrom)));
          }}
          onClose={() => setDeleted(undefined)}
        >
          <p>{t.afterDelete}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function FeeDialog({ providers, onSaved, onClose }: { providers: readonly string[]; onSaved(): void; onClose(): void }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const dayOf = useDay();
  const form = useForm({ providerName: providers[0] ?? '', validFrom: '', fixed: '0,00', basisPoints: '0' });
  const save = async () => {
    const { providerName, validFrom } = form.values;
    const fixed = parseMoney(form.values.fixed);
    const percent = parsePercent(form.values.basisPoints);
    const isReadable = form.show({
      ...(validFrom === '' && { validFrom: [t.dayNeeded] }),
      ...(fixed === undefined && { fixed: [t.unreadableMoney] }),
      ...(percent === undefined && { basisPoints: [t.unreadablePercent] }),
    });
    if (!isReadable || fixed === undefined || percent === undefined) return false;
    const input = { providerName, validFrom, fixed, basisPoints: Math.round(percent * 100) };
    await client.mutate(SetProviderFeeDocument, { input });
    return t.saved(t.feeOf(providerName, dayOf(validFrom)));
  };
  return (
    <FormDialog title={t.state} form={form} save={save} onSaved={onSaved} onClose={onClose}>
      <Select
        label={t.provider}
        value={form.values.providerName}
        onValue={(name) => form.set('providerName', name)}
        options={providers.map((name) => ({ value: name, label: name }))}
      />
      <TextField label={t.from} type="date" hint={t.fromHint} {...form.text('validFrom')} />
      <TextField label={t.fixedTyped} inputMode="decimal" {...form.text('fixed')} />
      <TextField label={t.shareTyped} inputMode="decimal" hint={t.rounding} {...form.text('basisPoints')} />
    </FormDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Tarifas por cobrança paga',
    listed: 'Tarifas de cada provedor',
    state: 'Informar tarifa',
    none: 'Nenhuma tarifa informada: o extrato das rifas não desconta nenhuma.',
    provider: 'Provedor',
    from: 'Desde',
    fixed: 'Fixa',
    share: 'Parte do valor',
    delete: 'Excluir',
    feeOf: (name: string, day: string) => `tarifa de ${name} desde ${day}`,
    deleteTitle: (fee: string) => `Excluir a ${fee}?`,
    afterDelete: 'Os extratos voltam a estimar com a tarifa anterior, ou sem nenhuma. Nenhum dinheiro se move.',
    about:
      'O extrato das rifas estima com elas o que o provedor fica de cada PIX pago. O extrato do provedor tem as tarifas cobradas.',
    fromHint: 'Vale desde este dia até a próxima tarifa do provedor. Pode ser no passado.',
    fixedTyped: 'Fixa, em R$',
    shareTyped: 'Parte do valor, em %',
    rounding: 'De cada pagamento, arredondada ao centavo: meio centavo conta como um.',
    dayNeeded: 'Escolha o dia.',
    unreadableMoney: 'Escreva um valor em reais, como 0,50.',
    unreadablePercent: 'Escreva uma porcentagem de 0 a 100, como 0,99.',
    deleted: (fee: string) => `A ${fee} foi excluída.`,
    saved: (fee: string) => `A ${fee} foi salva.`,
  },
  en: {
    title: 'Fees of a paid charge',
    listed: 'Fees of each provider',
    state: 'State a fee',
    none: 'No fee is stated: the statements of raffles take none off.',
    provider: 'Provider',
    from: 'From',
    fixed: 'Fixed',
    share: 'Share of the amount',
    delete: 'Delete',
    feeOf: (name: string, day: string) => `fee of ${name} from ${day}`,
    deleteTitle: (fee: string) => `Delete the ${fee}?`,
    afterDelete: 'Statements estimate with the fee before again, or with none. No money moves.',
    about:
      'The statements of raffles estimate with them what the provider keeps of each paid PIX. The provider’s own statement has the fees that were charged.',
    fromHint: 'It holds from this day until the next fee of the provider. It may be in the past.',
    fixedTyped: 'Fixed, in R$',
    shareTyped: 'Share of the amount, in %',
    rounding: 'Of each payment, rounded to whole centavos: half a centavo counts as one.',
    dayNeeded: 'Choose the day.',
    unreadableMoney: 'Write an amount in reais, such as 0.50.',
    unreadablePercent: 'Write a percentage from 0 to 100, such as 0.99.',
    deleted: (fee: string) => `The ${fee} was deleted.`,
    saved: (fee: string) => `The ${fee} was saved.`,
  },
});
