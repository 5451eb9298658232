import { useState } from 'preact/hooks';
import { UpsertPaymentProviderDocument, type ProviderFragment } from '../../../generated/client/operations.js';
import { useAction } from '../../common/asking.js';
import { useForm } from '../../common/form.js';
import { useClient } from '../../common/gateway.js';
import { useTexts } from '../../common/language.js';
import { Button } from '../../ui/button.js';
import { DialogActions } from '../../ui/dialog.js';
import { Checkbox, Select, TextField } from '../../ui/field.js';
import { Note, Stack } from '../../ui/layout.js';
import { Problem } from '../../ui/surface.js';
import { ADAPTER_TEXTS, ADAPTERS, credentialsOf, hasApi, isAdapter } from './adapters.js';
import { CredentialFields } from './credential-fields.js';
import { FORM_TEXTS } from './provider-form-texts.js';
import { fieldOf, inputOf, missingIn, valuesOf, type Fates } from './provider-values.js';
import css from './providers.module.css';

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const PRIORITY = /^\d{1,7}$/;

/** Makes a provider, or changes the known one. Its secrets are only sent, never shown. */
export function ProviderForm(of: { known?: ProviderFragment; onSaved(): void; onClose(): void }) {
  const { known, onSaved, onClose } = of;
  const t = useTexts(FORM_TEXTS);
  const adapters = useTexts(ADAPTER_TEXTS);
  const client = useClient();
  const form = useForm(valuesOf(known));
  const [fates, setFates] = useState<Fates>({});
  const { values } = form;
  const { adapter } = values;
  const saving = useAction(async () => {
    try {
      await client.mutate(UpsertPaymentProviderDocument, { input: inputOf(values, known, fates) });
      onSaved();
    } catch (error) {
      form.refuse(error as Parameters<typeof form.refuse>[0]);
      throw error;
    }
  });
  const check = () => ({
    ...Object.fromEntries(missingIn(values, known, fates).map((field) => [field, [t.missing]])),
    ...(!known && !NAME.test(values.name.trim()) && { name: [t.badName] }),
    ...(!PRIORITY.test(values.priority.trim()) && { priority: [t.badPriority] }),
  });
  const shown = new Set<string>([
    'name',
    'adapter',
    'active',
    'priority',
    'pixKey',
    'merchantName',
    'merchantCity',
    ...(hasApi(adapter) ? ['baseUrl'] : []),
    ...credentialsOf(adapter, known?.credentialsSet ?? []).map(fieldOf),
  ]);
  const refused = Object.keys(saving.error?.fields ?? {});
  const isAtFields = refused.length > 0 && refused.every((field) => shown.has(field));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (form.show(check())) void saving.act();
      }}
    >
      <Stack>
        <div class={css.fields}>
          {!known && (
            <>
              <TextField label={t.name} hint={t.nameHint} maxLength={40} autocomplete="off" {...form.text('name')} />
              <Select
                label={t.adapter}
                hint={isAdapter(adapter) ? `${adapters.about[adapter]} ${t.fixed}` : t.fixed}
                problems={form.problems.adapter}
                value={adapter}
                onValue={(value) => form.set('adapter', value)}
                options={ADAPTERS.map((value) => ({ value, label: adapters.names[value] }))}
              />
            </>
          )}
          <TextField label={t.pixKey} hint={t.pixKeyHint} maxLength={100} autocomplete="off" {...form.text('pixKey')} />
          <TextField label={t.merchantName} hint={t.merchantNameHint} maxLength={100} {...form.text('merchantName')} />
          <TextField label={t.merchantCity} hint={t.merchantCityHint} maxLength={100} {...form.text('merchantCity')} />
          {hasApi(adapter) && (
            <TextField label={t.baseUrl} hint={t.baseUrlHint} type="url" maxLength={500} {...form.text('baseUrl')} />
          )}
          <TextField label={t.priority} hint={t.priorityHint} inputMode="numeric" {...form.text('priority')} />
          <Checkbox label={t.active} hint={t.activeHint} {...form.check('active')} />
        </div>
        <CredentialFields
          form={form}
          set={known?.credentialsSet ?? []}
          fates={fates}
          onFate={(name, fate) => setFates((old) => ({ ...old, [name]: fate }))}
        />
        {!isAtFields && <Problem problem={saving.error} />}
        {isAtFields && Object.keys(form.problems).length > 0 && <Note>{t.seeFields}</Note>}
        <DialogActions>
          <Button onClick={onClose}>{t.back}</Button>
          <Button look="primary" type="submit" isBusy={saving.isBusy}>
            {known ? t.save : t.make}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}
