import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { PaymentProvidersDocument } from '../../../../generated/client/operations.js';
import { paymentProvidersRoles } from '../../../../generated/client/operator-roles.js';
import { texts, useTexts } from '../../../common/language.js';
import { useQuery } from '../../../common/query.js';
import { Button } from '../../../ui/button.js';
import { Card, Notice } from '../../../ui/surface.js';
import type { Raffle } from '../raffle-tab.js';
import css from '../settings/settings.module.css';
import { MoveDialog } from '../status/status-moves.js';
import { useMay } from '../../may.js';
import own from './steps.module.css';

interface Props {
  raffle: Raffle;
  isDirty: boolean;
  isBusy: boolean;
  /** True when nothing is left to save. */
  save(): Promise<boolean>;
  reload(): void;
  onBack(): void;
  onGoToField(name: string): void;
}

export function Publish({ raffle, isDirty, isBusy, save, reload, onBack, onGoToField }: Props) {
  const t = useTexts(TEXTS);
  const { route } = useLocation();
  const [isAsking, setAsking] = useState(false);
  const address = `/dashboard/raffles/${raffle.id}`;
  const preview = `${address}/preview`;
  return (
    <>
      <Card
        title={t.preview}
        actions={
          <a href={preview} target="_blank">
            {t.whole}
          </a>
        }
      >
        <p class={css.hint}>{isDirty ? t.saveFirst : t.inert}</p>
        {isDirty && (
          <p>
            <Button small isBusy={isBusy} onClick={() => void save()}>
              {t.show}
            </Button>
          </p>
        )}
        {/* The frame loads the page again for each version of the raffle. */}
        <iframe key={raffle.version} class={own.phone} src={preview} title={t.frame} />
      </Card>
      <CanBePaid raffle={raffle} />
      <div class={css.save} data-foot-bar>
        <Button onClick={onBack}>{t.back}</Button>
        <div class={css.line}>
          <Button isBusy={isBusy} onClick={() => void save().then((isSaved) => isSaved && route(address))}>
            {t.keep}
          </Button>
          <Button variant="primary" isBusy={isBusy} onClick={() => void save().then(setAsking)}>
            {t.publish}
          </Button>
        </div>
      </div>
      {isAsking && (
        <MoveDialog
          move="open"
          raffle={raffle}
          reload={() => {
            reload();
            route(address);
          }}
          onGoToField={onGoToField}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Not everybody who makes raffles may read the providers: the others learn it when they publish. */
function CanBePaid({ raffle }: { raffle: Raffle }) {
  const t = useTexts(TEXTS);
  const mayRead = useMay()(paymentProvidersRoles);
  const isFree = Number(raffle.quotaPrice) === 0;
  const { data } = useQuery(PaymentProvidersDocument, {}, { skip: !mayRead || isFree });
  if (isFree) return <Notice>{t.free}</Notice>;
  if (!data) return null;
  const active = data.paymentProviders.filter((provider) => provider.active && provider.problem === null);
  if (active.length > 0) return <Notice tone="good">{t.payable(active.map(({ name }) => name).join(', '))}</Notice>;
  return (
    <Notice tone="warn">
      {t.nobodyCanPay} <a href="/dashboard/providers">{t.providers}</a>
    </Notice>
  );
}

const TEXTS = texts({
  'pt-BR': {
    preview: 'Como o comprador vê',
    whole: 'Abrir em outra aba',
    inert: 'É a página de verdade, com o que está salvo. Aqui nada pode ser comprado.',
    saveFirst: 'A prévia mostra o que está salvo. Salve para ver o que mudou agora.',
    show: 'Salvar e ver',
    frame: 'Prévia da página da rifa',
    back: 'Voltar',
    keep: 'Guardar como rascunho',
    publish: 'Publicar',
    free: 'A rifa é grátis: nenhum pagamento é preciso.',
    payable: (names: string) => `Os compradores pagam por: ${names}.`,
    nobodyCanPay: 'Nenhum provedor PIX está ativo: quem tentar comprar não consegue pagar. Cadastre um antes de publicar.',
    providers: 'Provedores PIX',
  },
  en: {
    preview: 'As a buyer sees it',
    whole: 'Open in another tab',
    inert: 'It is the real page, with what is saved. Nothing can be bought here.',
    saveFirst: 'The preview shows what is saved. Save to see what you changed now.',
    show: 'Save and see',
    frame: 'Preview of the raffle’s page',
    back: 'Back',
    keep: 'Keep as a draft',
    publish: 'Publish',
    free: 'The raffle is free: no payment is needed.',
    payable: (names: string) => `Buyers pay through: ${names}.`,
    nobodyCanPay: 'No PIX provider is active: who tries to buy cannot pay. Set one up before you publish.',
    providers: 'PIX providers',
  },
});
