import { useState } from 'preact/hooks';
import { TestProviderDocument, type ProviderFragment } from '../../../generated/client/operations.js';
import { upsertPaymentProviderRoles } from '../../../generated/client/operator-roles.js';
import { useAction } from '../../common/query.js';
import { useRestoredFocus } from '../../common/restored-focus.js';
import { useClient } from '../../common/session.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { Button } from '../../ui/button.js';
import { Facts, Note, Row } from '../../ui/layout.js';
import { Badge, Card, Notice, Problem } from '../../ui/surface.js';
import { useMay } from '../may.js';
import { ADAPTER_TEXTS, CREDENTIALS, hasApi, isAdapter } from './adapters.js';
import { CallbackAddresses } from './callback-addresses.js';
import { CREDENTIAL_TEXTS } from './credential-texts.js';
import { ProviderForm } from './provider-form.js';
import { TestCharge } from './test-charge.js';
import css from './providers.module.css';

export function ProviderCard(of: { provider: ProviderFragment; isDefault: boolean; onChanged(): void }) {
  const { provider, isDefault, onChanged } = of;
  const t = useTexts(TEXTS);
  const f = useFormats();
  const adapters = useTexts(ADAPTER_TEXTS);
  const credentials = useTexts(CREDENTIAL_TEXTS);
  const client = useClient();
  const [open, setOpen] = useState<'form' | 'addresses' | 'charge'>();
  const [isSaved, setIsSaved] = useState(false);
  const [tested, setTested] = useState<string>();
  const { name, adapter, credentialsSet } = provider;
  const body = useRestoredFocus<HTMLDivElement>(open);
  const mayChange = useMay()(upsertPaymentProviderRoles);
  const testing = useAction(async () => {
    setTested(undefined);
    const { createGatewayAccessToken: token } = await client.mutate(TestProviderDocument, { providerName: name });
    setTested(t.tested(token.maskedToken, f.dateTime(token.expiresAt)));
  });
  return (
    <Card
      title={name}
      actions={
        <Row>
          {isDefault && <Badge tone="good">{t.isDefault}</Badge>}
          <Badge tone={provider.active ? 'good' : 'calm'}>{provider.active ? t.active : t.inactive}</Badge>
          {provider.problem !== null && <Badge tone="bad">{t.broken}</Badge>}
        </Row>
      }
    >
      {provider.problem !== null && (
        <Notice tone="bad">
          <p>{t.problem}</p>
          <p class={css.code}>{provider.problem}</p>
        </Notice>
      )}
      {isSaved && open !== 'form' && <Notice tone="good">{hasApi(adapter) ? t.saved : t.savedStatic}</Notice>}
      <div ref={body} class={css.body}>
        {open === 'form' ? (
          <ProviderForm
            known={provider}
            onClose={() => setOpen(undefined)}
            onSaved={() => {
              setOpen(undefined);
              setIsSaved(true);
              setTested(undefined);
              onChanged();
            }}
          />
        ) : (
          <>
            <Facts
              of={[
                [t.adapter, isAdapter(adapter) ? adapters.names[adapter] : adapter],
                [t.priority, f.number(provider.priority)],
                [t.pixKey, <code class={css.code}>{provider.pixKey}</code>],
                [t.payee, `${provider.merchantName}, ${provider.merchantCity}`],
                [t.baseUrl, provider.baseUrl && <code class={css.code}>{provider.baseUrl}</code>],
                [t.credentials, hasApi(adapter) ? setNames(credentialsSet, credentials.names) || t.noCredentials : undefined],
                [t.changed, f.dateTime(provider.updatedAt)],
              ]}
            />
            {isAdapter(adapter) && <Note>{adapters.about[adapter]}</Note>}
            {mayChange && (
              <Row>
                <Button small onClick={() => setOpen('form')}>
                  {t.edit}
                </Button>
                <Button small onClick={() => setOpen('charge')}>
                  {t.charge}
                </Button>
                {hasApi(adapter) && (
                  <>
                    <Button small isBusy={testing.isBusy} onClick={() => void testing.act()}>
                      {t.test}
                    </Button>
                    <Button
                      small
                      aria-expanded={open === 'addresses' ? 'true' : 'false'}
                      onClick={() => setOpen(open === 'addresses' ? undefined : 'addresses')}
                    >
                      {t.addresses}
                    </Button>
                  </>
                )}
              </Row>
            )}
            <Problem problem={testing.error} />
            {tested && !testing.error && <Notice tone="good">{tested}</Notice>}
            {open === 'charge' && (
              <TestCharge providerName={name} merchantName={provider.merchantName} onClose={() => setOpen(undefined)} />
            )}
            {open === 'addresses' && <CallbackAddresses provider={provider} onRotated={onChanged} />}
          </>
        )}
      </div>
    </Card>
  );
}

function setNames(set: readonly string[], names: Record<(typeof CREDENTIALS)[number], string>): string {
  return CREDENTIALS.filter((name) => set.includes(name))
    .map((name) => names[name])
    .join(', ');
}

const TEXTS = texts({
  'pt-BR': {
    isDefault: 'Padrão',
    active: 'Ativo',
    inactive: 'Inativo',
    broken: 'Com problema',
    problem: 'Nada é cobrado por este provedor até que isto seja corrigido:',
    saved: 'Salvo. Os pedidos usam a mudança em até dois segundos. Agora teste as credenciais e confira o endereço de avisos.',
    savedStatic: 'Salvo. Os pedidos usam a mudança em até dois segundos.',
    adapter: 'Tipo',
    priority: 'Prioridade',
    pixKey: 'Chave PIX',
    payee: 'Recebedor',
    baseUrl: 'Endereço da API',
    credentials: 'Credenciais guardadas',
    noCredentials: 'nenhuma',
    changed: 'Mudado em',
    edit: 'Editar',
    charge: 'Cobrança de teste',
    test: 'Testar credenciais',
    tested: (token: string, until: string) => `O provedor aceitou as credenciais: deu o token ${token}, válido até ${until}.`,
    addresses: 'Endereços de aviso',
  },
  en: {
    isDefault: 'Default',
    active: 'Active',
    inactive: 'Inactive',
    broken: 'Has a problem',
    problem: 'Nothing is charged through this provider until this is corrected:',
    saved: 'Saved. Orders use the change within two seconds. Now test the credentials and look at the callback address.',
    savedStatic: 'Saved. Orders use the change within two seconds.',
    adapter: 'Kind',
    priority: 'Priority',
    pixKey: 'PIX key',
    payee: 'Payee',
    baseUrl: 'Address of the API',
    credentials: 'Stored credentials',
    noCredentials: 'none',
    changed: 'Changed',
    edit: 'Edit',
    charge: 'Test charge',
    test: 'Test credentials',
    tested: (token: string, until: string) =>
      `The provider took the credentials: it gave the token ${token}, valid until ${until}.`,
    addresses: 'Callback addresses',
  },
});
