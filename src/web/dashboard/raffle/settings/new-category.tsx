import { useState } from 'preact/hooks';
import { CreateRaffleCategoryDocument } from '../../../../generated/client/operations.js';
import { useAction } from '../../../common/query.js';
import { texts, useTexts } from '../../../common/language.js';
import { useClient } from '../../../common/session.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import { TextField } from '../../../ui/field.js';
import { Problem } from '../../../ui/surface.js';
import { useToasts } from '../../../ui/toasts.js';

/** It is inside the raffle's form, so it has no form of its own. */
export function NewCategory({ onMade }: { onMade(id: string): void }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const say = useToasts();
  const [name, setName] = useState<string>();
  const making = useAction(async () => {
    const { createRaffleCategory } = await client.mutate(CreateRaffleCategoryDocument, { input: { name: name ?? '' } });
    say(t.made(name ?? ''));
    onMade(createRaffleCategory.id);
    setName(undefined);
  });
  return (
    <>
      <p>
        <Button small onClick={() => setName('')}>
          {t.open}
        </Button>
      </p>
      {name !== undefined && (
        <Dialog title={t.open} onClose={() => setName(undefined)}>
          <div
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // Enter must not submit the form around it.
              event.preventDefault();
              void making.act();
            }}
          >
            <TextField label={t.name} maxLength={80} value={name} onValue={setName} problems={making.error?.fields.name} />
          </div>
          {!making.error?.fields.name && <Problem problem={making.error} />}
          <DialogActions>
            <Button variant="primary" isBusy={making.isBusy} onClick={() => void making.act()}>
              {t.make}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    open: 'Nova categoria',
    name: 'Nome da categoria',
    make: 'Criar categoria',
    made: (name: string) => `A categoria ${name} foi criada.`,
  },
  en: {
    open: 'New category',
    name: 'Name of the category',
    make: 'Create the category',
    made: (name: string) => `The category ${name} was created.`,
  },
});
