import { useState } from 'preact/hooks';
import { GatewayError } from '../../../client/errors.js';
import { UpdateSiteSettingsDocument, type SiteInFullFragment } from '../../../generated/client/operations.js';
import { useAction } from '../../common/asking.js';
import { useForm } from '../../common/form.js';
import { useTexts } from '../../common/language.js';
import { NETWORK_NAMES } from '../../common/network-names.js';
import { Button } from '../../ui/button.js';
import { DialogActions } from '../../ui/dialog.js';
import { Checkbox, TextArea, TextField } from '../../ui/field.js';
import { Note, Stack } from '../../ui/layout.js';
import { Notice, Problem } from '../../ui/surface.js';
import { unshown } from '../raffle/unshown.js';
import { useMutate } from '../raffle/use-mutate.js';
import { SETTINGS_TEXTS } from './settings-texts.js';
import { inputOf, LINES, NETWORKS, PARAGRAPHS, problemsOf, valuesOf } from './settings-values.js';
import css from './site.module.css';

const FIELDS: readonly string[] = [...LINES, ...PARAGRAPHS, 'showCompany'];
const isOfForm = (name: string): boolean => FIELDS.includes(name) || /^socialLinks\.\d+\./.test(name);
const MOST: Partial<Record<string, number>> = { siteName: 60, logoUrl: 500, supportEmail: 254, companyName: 120, notes: 2_000 };
const LONG = 20_000;

/** Whose site it is. Only what differs is sent. */
export function SettingsForm({ known: first }: { known: SiteInFullFragment }) {
  const t = useTexts(SETTINGS_TEXTS);
  const mutate = useMutate();
  const [known, setKnown] = useState(first);
  const [told, setTold] = useState<'saved' | 'same'>();
  const form = useForm(valuesOf(known));
  const { values } = form;
  const saving = useAction(async () => {
    setTold(undefined);
    const input = inputOf(values, known);
    if (Object.keys(input).length === 0) return setTold('same');
    try {
      const { updateSettings: saved } = await mutate(UpdateSiteSettingsDocument, { input });
      setKnown(saved);
      form.setAll(valuesOf(saved));
      setTold('saved');
    } catch (error) {
      if (error instanceof GatewayError) form.show(problemsOf(error.fields, values));
      throw error;
    }
  });
  const named = Object.keys(saving.error?.fields ?? {}).filter(isOfForm);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void saving.act();
      }}
    >
      <Stack>
        <div class={css.fields}>
          {LINES.map((name) => (
            <TextField
              key={name}
              label={t.labels[name]}
              hint={t.hints[name]}
              {...(MOST[name] !== undefined && { maxLength: MOST[name] })}
              {...form.text(name)}
            />
          ))}
          <Checkbox label={t.showCompany} hint={t.showCompanyHint} {...form.check('showCompany')} />
          {NETWORKS.map((name) => (
            <TextField key={name} label={NETWORK_NAMES[name]} hint={t.network} maxLength={300} {...form.text(name)} />
          ))}
        </div>
        {PARAGRAPHS.map((name) => (
          <TextArea
            key={name}
            label={t.labels[name]}
            hint={t.hints[name]}
            rows={name === 'notes' ? 3 : 8}
            maxLength={MOST[name] ?? LONG}
            {...form.text(name)}
          />
        ))}
        <Problem problem={unshown(saving.error, named)} />
        {Object.keys(form.problems).length > 0 && <Note>{t.seeFields}</Note>}
        {told && <Notice tone={told === 'saved' ? 'good' : 'calm'}>{t[told]}</Notice>}
        <DialogActions>
          <Button look="primary" type="submit" isBusy={saving.isBusy}>
            {t.save}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}
