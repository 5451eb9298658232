import type { ComponentChildren } from 'preact';
import type { GatewayError } from '../../../client/errors.js';
import { texts, useTexts } from '../../common/language.js';
import { mayBeDone } from '../../common/once.js';
import { Button } from '../../ui/button.js';
import { DialogActions } from '../../ui/dialog.js';

interface Props {
  saving: { isBusy: boolean; error: GatewayError | undefined };
  /** What is made once more by each try: below its refusal, what is there by now says whether to try again. */
  isMadeAnew?: boolean;
  back: string;
  save: ComponentChildren;
  /** The list is read anew. */
  onSaved(): void;
  onClose(): void;
}

/** The end of a dialog that saves: the way back, which looks at the list where nobody knows what became of it, and the button that saves. */
export function EditEnd({ saving, isMadeAnew, back, save, onSaved, onClose }: Props) {
  const t = useTexts(TEXTS);
  const isUnclear = mayBeDone(saving.error);
  return (
    <>
      {isMadeAnew && isUnclear && <p>{t.look}</p>}
      <DialogActions>
        <Button
          onClick={() => {
            if (isUnclear) onSaved();
            onClose();
          }}
        >
          {back}
        </Button>
        <Button look="primary" type="submit" isBusy={saving.isBusy}>
          {save}
        </Button>
      </DialogActions>
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    look: 'Não se sabe se isto foi feito. Volte e veja a lista antes de tentar de novo: cada tentativa pode criar mais um.',
  },
  en: {
    look: 'It is not known whether this was done. Go back and look at the list before you try again: each try may make one more.',
  },
});
