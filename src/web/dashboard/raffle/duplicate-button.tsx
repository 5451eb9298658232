import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { DuplicateRaffleDocument } from '../../../generated/client/operations.js';
import { useForm } from '../../common/form.js';
import { texts, useTexts } from '../../common/language.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import type { Raffle } from './raffle-tab.js';
import { stepHref } from './steps/step-names.js';

export function DuplicateButton({ raffle }: { raffle: Raffle }) {
  const t = useTexts(TEXTS);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button small onClick={() => setAsking(true)}>
        {t.duplicate}
      </Button>
      {isAsking && <DuplicateDialog raffle={raffle} onClose={() => setAsking(false)} />}
    </>
  );
}

function DuplicateDialog({ raffle, onClose }: { raffle: Raffle; onClose(): void }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const { route } = useLocation();
  const form = useForm({ title: raffle.title });
  return (
    <FormDialog
      title={t.ask}
      form={form}
      isCreate
      saveLabel={t.duplicate}
      save={async () => {
        const { duplicateRaffle } = await client.mutate(DuplicateRaffleDocument, { id: raffle.id, input: form.values });
        route(stepHref(duplicateRaffle.id, 'won'));
        return t.made(form.values.title);
      }}
      onClose={onClose}
    >
      <p>{t.about}</p>
      <TextField label={t.title} maxLength={120} {...form.text('title')} />
    </FormDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    duplicate: 'Duplicar',
    ask: 'Duplicar a rifa?',
    about:
      'Faz um rascunho com as mesmas configurações, prêmios, promoções, caixas e cotas premiadas. Pedidos, datas, sorteio e autorização ficam só nesta. Números premiados que o serviço sorteou são sorteados de novo.',
    title: 'Título da nova rifa',
    made: (title: string) => `O rascunho “${title}” foi criado.`,
  },
  en: {
    duplicate: 'Duplicate',
    ask: 'Duplicate the raffle?',
    about:
      'Makes a draft with the same settings, prizes, promotions, boxes and quota prizes. Orders, dates, the draw and the authorisation stay with this one. The service draws new prize numbers where it drew those of this one.',
    title: 'Title of the new raffle',
    made: (title: string) => `The draft “${title}” was created.`,
  },
});
