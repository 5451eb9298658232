import { UpdateTrackingIdsDocument, type TrackingIdsFragment } from '../../../generated/client/operations.js';
import { useForm, unshownError } from '../../common/form.js';
import { texts, useTexts } from '../../common/language.js';
import { useAction } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { DialogActions } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { Stack } from '../../ui/layout.js';
import { Problem } from '../../ui/surface.js';
import { useToasts } from '../../ui/toasts.js';
import css from './site.module.css';

const IDS = [
  ['metaPixelId', 'Meta Pixel', '123456789012345'],
  ['googleAnalyticsId', 'Google Analytics 4', 'G-ABC1234567'],
  ['googleTagManagerId', 'Google Tag Manager', 'GTM-ABC1234'],
  ['googleAdsId', 'Google Ads', 'AW-123456789'],
  ['tiktokPixelId', 'TikTok Pixel', 'C4ABCDEFGHIJKLMNOPQ0'],
  ['kwaiPixelId', 'Kwai Pixel', '123456789'],
] as const;
const NAMES = IDS.map(([name]) => name);

type Values = Record<(typeof IDS)[number][0], string>;
const valuesOf = (known: TrackingIdsFragment): Values =>
  Object.fromEntries(NAMES.map((name) => [name, known[name] ?? ''])) as Values;

export function TrackingForm({ known }: { known: TrackingIdsFragment }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const say = useToasts();
  const form = useForm(valuesOf(known));
  const saving = useAction(async () => {
    const input = Object.fromEntries(NAMES.map((name) => [name, form.values[name].trim() || null]));
    try {
      form.setAll(valuesOf((await client.mutate(UpdateTrackingIdsDocument, { input })).updateTrackingInfo));
      say(t.saved);
    } catch (error) {
      form.refuse(error);
      throw error;
    }
  });
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
          {IDS.map(([name, label, example]) => (
            <TextField key={name} label={label} hint={t.like(example)} maxLength={40} {...form.text(name)} />
          ))}
        </div>
        <Problem problem={unshownError(saving.error, NAMES)} />
        <DialogActions>
          <Button variant="primary" type="submit" isBusy={saving.isBusy}>
            {t.save}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

const TEXTS = texts({
  'pt-BR': { like: (example: string) => `Como ${example}`, save: 'Salvar códigos', saved: 'Códigos salvos.' },
  en: { like: (example: string) => `Like ${example}`, save: 'Save ids', saved: 'Ids saved.' },
});
