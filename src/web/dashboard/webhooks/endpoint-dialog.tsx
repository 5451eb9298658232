import {
  ChangeEndpointDocument,
  CreateEndpointDocument,
  type EndpointFragment,
  type WebhookEventType,
} from '../../../generated/client/operations.js';
import { useForm } from '../../common/form.js';
import { texts, useTexts } from '../../common/language.js';
import { useClient } from '../../common/session.js';
import { Checkbox, Select, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { EVENT_TYPES, eventName } from './deliveries.js';
import css from './webhooks.module.css';

interface Values {
  url: string;
  which: 'all' | 'some';
  events: readonly WebhookEventType[];
}

/** Makes an endpoint, or changes a known one. `onSaved` gets the secret of a new one. */
export function EndpointDialog({
  known,
  onSaved,
  onClose,
}: {
  known?: EndpointFragment;
  onSaved(endpoint: EndpointFragment, secret?: string): void;
  onClose(): void;
}) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const events = known?.events ?? [];
  const form = useForm<Values>({ url: known?.url ?? 'https://', which: events.length === 0 ? 'all' : 'some', events });
  const { which, events: chosen } = form.values;
  const save = async () => {
    const input = { url: form.values.url.trim(), events: which === 'all' ? [] : chosen };
    if (which === 'some' && chosen.length === 0) return form.show({ events: [t.noEvent] });
    if (known) {
      const { updateWebhookEndpoint } = await client.mutate(ChangeEndpointDocument, { id: known.id, input });
      onSaved(updateWebhookEndpoint);
      return t.changed(updateWebhookEndpoint.url);
    }
    const { createWebhookEndpoint } = await client.mutate(CreateEndpointDocument, { input });
    onSaved(createWebhookEndpoint.endpoint, createWebhookEndpoint.secret);
    // The next dialog shows the secret.
    return null;
  };
  const toggle = (type: WebhookEventType, isWanted: boolean): void =>
    form.set('events', isWanted ? [...chosen, type] : chosen.filter((one) => one !== type));
  return (
    <FormDialog title={known ? t.change : t.create} form={form} save={save} isCreate={!known} onClose={onClose}>
      <TextField label={t.url} hint={t.urlHint} type="url" maxLength={2_000} {...form.text('url')} />
      <Select
        label={t.which}
        options={[
          { value: 'all', label: t.all },
          { value: 'some', label: t.some },
        ]}
        {...form.text('which')}
        problems={form.problems.events}
      />
      {which === 'some' && (
        <fieldset class={css.events}>
          <legend class="visually-hidden">{t.some}</legend>
          {EVENT_TYPES.map((type) => (
            <Checkbox
              key={type}
              label={<code>{eventName(type)}</code>}
              checked={chosen.includes(type)}
              onChecked={(isWanted) => toggle(type, isWanted)}
            />
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    create: 'Novo endereço',
    change: 'Mudar o endereço',
    url: 'URL que recebe os eventos',
    urlHint: 'Pública e com https. O que espera envio vai para a URL nova.',
    which: 'Eventos',
    all: 'Todos, menos códigos',
    some: 'Só os escolhidos',
    noEvent: 'Escolha ao menos um evento.',
    changed: (url: string) => `As alterações de ${url} foram salvas.`,
  },
  en: {
    create: 'New address',
    change: 'Change the address',
    url: 'URL that receives the events',
    urlHint: 'Public, with https. What waits to be sent goes to the new URL.',
    which: 'Events',
    all: 'All but codes',
    some: 'Only the chosen ones',
    noEvent: 'Choose at least one event.',
    changed: (url: string) => `The changes of ${url} were saved.`,
  },
});
