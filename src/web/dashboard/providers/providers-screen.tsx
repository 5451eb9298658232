import { useState } from 'preact/hooks';
import { PaymentProvidersDocument } from '../../../generated/client/operations.js';
import { upsertPaymentProviderRoles } from '../../../generated/client/operator-roles.js';
import { useQuery } from '../../common/query.js';
import { useRestoredFocus } from '../../common/restored-focus.js';
import { texts, useTexts } from '../../common/language.js';
import { Button } from '../../ui/button.js';
import { TitleRow } from '../../ui/layout.js';
import { Skeleton, Card, Empty, Notice, Problem } from '../../ui/surface.js';
import { useMay } from '../may.js';
import { ProviderCard } from './provider-card.js';
import { ProviderFees } from './provider-fees.js';
import { ProviderForm } from './provider-form.js';
import css from './providers.module.css';

export function ProvidersScreen() {
  const t = useTexts(TEXTS);
  const { data, error, reload } = useQuery(PaymentProvidersDocument, {});
  const mayChange = useMay()(upsertPaymentProviderRoles);
  const [isMaking, setIsMaking] = useState(false);
  const head = useRestoredFocus<HTMLDivElement>(isMaking);
  const providers = data?.paymentProviders;
  // Sorted by priority: orders without a provider use the first active one.
  const first = providers?.find(({ active }) => active)?.name;
  return (
    <>
      <div ref={head} class={css.body}>
        <TitleRow>
          <h1>{t.title}</h1>
          {mayChange && !isMaking && providers && (
            <Button variant={providers.length === 0 ? 'primary' : 'quiet'} onClick={() => setIsMaking(true)}>
              {t.make}
            </Button>
          )}
        </TitleRow>
        <Problem problem={error} onRetry={reload} />
        {isMaking && (
          <Card title={t.makeTitle}>
            <ProviderForm
              onClose={() => setIsMaking(false)}
              onSaved={() => {
                setIsMaking(false);
                reload();
              }}
            />
          </Card>
        )}
      </div>
      {!providers && !error && (
        <Card title={t.loading}>
          <Skeleton lines={7} />
        </Card>
      )}
      {providers?.length === 0 && !isMaking && (
        <Card>
          <Empty>
            <p>{t.none}</p>
          </Empty>
        </Card>
      )}
      {providers && providers.length > 0 && first === undefined && <Notice tone="warn">{t.noneActive}</Notice>}
      {providers?.map((provider) => (
        <ProviderCard key={provider.name} provider={provider} isDefault={provider.name === first} onChanged={reload} />
      ))}
      {mayChange && providers && providers.length > 0 && <ProviderFees providers={providers.map(({ name }) => name)} />}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Provedores PIX',
    loading: 'Lendo os provedores…',
    make: 'Novo provedor',
    makeTitle: 'Novo provedor',
    none: 'Ainda não há um provedor. Sem um, ninguém consegue pagar: crie o primeiro.',
    noneActive: 'Nenhum provedor está ativo: ninguém consegue comprar até que um esteja.',
  },
  en: {
    title: 'PIX providers',
    loading: 'Reading the providers…',
    make: 'New provider',
    makeTitle: 'New provider',
    none: 'There is no provider yet. Without one nobody can pay: make the first.',
    noneActive: 'No provider is active: nobody can buy until one is.',
  },
});
