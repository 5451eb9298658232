import type { ComponentChildren } from 'preact';
import type { FieldProblems, GatewayError } from '../../client/errors.js';
import type { Form } from '../common/form.js';
import { isOutcomeUnknown } from '../common/idempotency.js';
import { texts, useTexts } from '../common/language.js';
import { useAction } from '../common/query.js';
import { Button } from './button.js';
import { Dialog, DialogActions } from './dialog.js';
import { Stack } from './layout.js';
import { Problem } from './surface.js';
import { useToasts, type Outcome } from './toasts.js';

interface Props<Values extends object> {
  title: string;
  form: Form<Values>;
  /** The dialog closes when this resolves, but for false, and the page says what it resolves to. */
  save(): Promise<Outcome>;
  saveLabel?: string;
  /** Each try may create one more: after a failure without an answer the dialog says to check the list first. */
  isCreate?: boolean;
  /** Maps the service's field names to this form's, where they differ. */
  problemsOf?(error: GatewayError): FieldProblems;
  onSaved?(): void;
  onClose(): void;
  children: ComponentChildren;
}

const fieldsOf = (error: GatewayError): FieldProblems => error.fields;

/** A dialog with a form. It closes after saving, and shows a refusal under the fields that it names. */
export function FormDialog<Values extends object>(props: Props<Values>) {
  const { title, form, save, saveLabel, isCreate, problemsOf = fieldsOf, onSaved, onClose, children } = props;
  const t = useTexts(TEXTS);
  const say = useToasts();
  const saving = useAction(async () => {
    let outcome: Outcome;
    try {
      outcome = await save();
    } catch (error) {
      form.show(problemsOf(error as GatewayError));
      throw error;
    }
    if (outcome === false) return;
    say(outcome);
    onSaved?.();
    onClose();
  });
  const isUnclear = isOutcomeUnknown(saving.error);
  const named = saving.error ? Object.keys(problemsOf(saving.error)) : [];
  const isShown = named.length > 0 && named.every((name) => name in form.values);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void saving.act();
        }}
      >
        <Stack>
          {children}
          {!isShown && <Problem problem={saving.error} />}
          {isCreate && isUnclear && <p>{t.checkFirst}</p>}
          <DialogActions>
            <Button
              onClick={() => {
                if (isUnclear) onSaved?.();
                onClose();
              }}
            >
              {t.back}
            </Button>
            <Button variant="primary" type="submit" isBusy={saving.isBusy}>
              {saveLabel ?? t.save}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    back: 'Voltar',
    save: 'Salvar',
    checkFirst: 'Não se sabe se isto foi feito. Volte e veja a lista antes de tentar de novo: cada tentativa pode criar mais um.',
  },
  en: {
    back: 'Back',
    save: 'Save',
    checkFirst:
      'It is not known whether this was done. Go back and look at the list before you try again: each try may make one more.',
  },
});
