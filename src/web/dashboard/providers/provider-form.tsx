import { useState } from 'preact/hooks';
import { UpsertPaymentProviderDocument, type ProviderFragment } from '../../../generated/client/operations.js';
import { useForm } from '../../common/form.js';
import { useTexts, texts } from '../../common/language.js';
import { useAction } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { DialogActions } from '../../ui/dialog.js';
import { Checkbox, Select, TextField } from '../../ui/field.js';
import { Note, Stack } from '../../ui/layout.js';
import { Problem } from '../../ui/surface.js';
import { ADAPTER_TEXTS, ADAPTERS, credentialsOf, hasApi, isAdapter } from './adapters.js';
import { CredentialFields } from './credential-fields.js';
import { fieldOf, inputOf, missingIn, valuesOf, type Fates } from './provider-values.js';
import css from './providers.module.css';

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const PRIORITY = /^\d{1,7}$/;

/** Secrets are only sent, never shown. */
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
      form.refuse(error);
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
          <Button variant="primary" type="submit" isBusy={saving.isBusy}>
            {known ? t.save : t.make}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

const FORM_TEXTS = texts({
  'pt-BR': {
    name: 'Nome',
    nameHint: 'Letras minúsculas e números, com hifens no meio, como banco-azul. Não muda depois.',
    badName: 'Use letras minúsculas sem acento e números, com hifens simples no meio.',
    missing: 'Preencha este campo.',
    adapter: 'Tipo',
    fixed: 'O tipo não muda depois.',
    pixKey: 'Chave PIX',
    pixKeyHint: 'A que recebe o dinheiro: CPF, CNPJ, e-mail, celular ou chave aleatória.',
    merchantName: 'Nome do recebedor',
    merchantNameHint: 'O código PIX mostra no máximo 25 letras dele.',
    merchantCity: 'Cidade do recebedor',
    merchantCityHint: 'O código PIX mostra no máximo 15 letras dela.',
    baseUrl: 'Endereço da API',
    baseUrlHint: 'Com a versão, como https://pix.example.com/api/v2.',
    priority: 'Prioridade',
    priorityHint: 'O provedor ativo com o menor número é o padrão.',
    badPriority: 'Escreva um número de 0 a 1000000.',
    active: 'Ativo',
    activeHint: 'Novos pedidos podem ser cobrados por ele. O que já foi cobrado é resolvido por ele de qualquer modo.',
    seeFields: 'Nada foi salvo: veja o que está indicado nos campos.',
    back: 'Voltar',
    save: 'Salvar',
    make: 'Criar',
  },
  en: {
    name: 'Name',
    nameHint: 'Lower-case letters and digits, joined by hyphens, such as blue-bank. It does not change later.',
    badName: 'Use lower-case letters and digits, joined by single hyphens.',
    missing: 'Fill this in.',
    adapter: 'Kind',
    fixed: 'The kind does not change later.',
    pixKey: 'PIX key',
    pixKeyHint: 'The one that receives the money: a CPF, CNPJ, e-mail, mobile phone or random key.',
    merchantName: 'Name of the payee',
    merchantNameHint: 'The PIX code shows at most 25 letters of it.',
    merchantCity: 'City of the payee',
    merchantCityHint: 'The PIX code shows at most 15 letters of it.',
    baseUrl: 'Address of the API',
    baseUrlHint: 'With its version, such as https://pix.example.com/api/v2.',
    priority: 'Priority',
    priorityHint: 'The active provider with the lowest number is the default.',
    badPriority: 'Write a number from 0 to 1000000.',
    active: 'Active',
    activeHint: 'New orders may be charged through it. What was charged is settled through it all the same.',
    seeFields: 'Nothing was saved: see what the fields say.',
    back: 'Back',
    save: 'Save',
    make: 'Make it',
  },
});
