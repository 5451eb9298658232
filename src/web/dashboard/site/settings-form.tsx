import { useState } from 'preact/hooks';
import { GatewayError, type FieldProblems } from '../../../client/errors.js';
import {
  UpdateSiteSettingsDocument,
  type SiteInFullFragment,
  type SocialNetwork,
  type UpdateSettingsInput,
} from '../../../generated/client/operations.js';
import { useForm, unshownError } from '../../common/form.js';
import { useTexts } from '../../common/language.js';
import { useAction } from '../../common/query.js';
import { NETWORK_NAMES } from '../../common/site-frame.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { DialogActions } from '../../ui/dialog.js';
import { Checkbox, TextArea, TextField } from '../../ui/field.js';
import { Note, Stack } from '../../ui/layout.js';
import { Problem } from '../../ui/surface.js';
import { useToasts } from '../../ui/toasts.js';
import { SETTINGS_TEXTS } from './settings-texts.js';
import css from './site.module.css';

const NETWORKS = ['INSTAGRAM', 'FACEBOOK', 'TIKTOK', 'YOUTUBE', 'TELEGRAM', 'X'] as const satisfies readonly SocialNetwork[];

const LINES = [
  'siteName',
  'color',
  'logoUrl',
  'homeRaffleSlug',
  'supportEmail',
  'supportPhone',
  'companyName',
  'cnpj',
  'dpoName',
  'dpoEmail',
] as const;
const PARAGRAPHS = ['aboutText', 'termsText', 'privacyText', 'notes'] as const;
const TEXTS = [...LINES, ...PARAGRAPHS] as const;

const FIELDS: readonly string[] = [...LINES, ...PARAGRAPHS, 'showCompany'];
const isOfForm = (name: string): boolean => FIELDS.includes(name) || /^socialLinks\.\d+\./.test(name);
const MOST: Partial<Record<string, number>> = {
  siteName: 60,
  logoUrl: 500,
  homeRaffleSlug: 80,
  supportEmail: 254,
  companyName: 120,
  dpoName: 120,
  dpoEmail: 254,
  notes: 2_000,
};
const LONG = 20_000;

/** Only changed fields are sent. */
export function SettingsForm({ known: first }: { known: SiteInFullFragment }) {
  const t = useTexts(SETTINGS_TEXTS);
  const client = useClient();
  const [known, setKnown] = useState(first);
  const say = useToasts();
  const form = useForm(valuesOf(known));
  const { values } = form;
  const saving = useAction(async () => {
    const input = inputOf(values, known);
    if (Object.keys(input).length === 0) return say(t.same);
    try {
      const { updateSettings: saved } = await client.mutate(UpdateSiteSettingsDocument, { input });
      setKnown(saved);
      form.setAll(valuesOf(saved));
      say(t.saved);
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
        <Problem problem={unshownError(saving.error, named)} />
        {Object.keys(form.problems).length > 0 && <Note>{t.seeFields}</Note>}
        <DialogActions>
          <Button variant="primary" type="submit" isBusy={saving.isBusy}>
            {t.save}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

type SettingsValues = Record<(typeof TEXTS)[number] | SocialNetwork, string> & { showCompany: boolean };

function valuesOf(known: SiteInFullFragment): SettingsValues {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, known[name] ?? '']));
  const links = Object.fromEntries(
    NETWORKS.map((name) => [name, known.socialLinks.find((link) => link.network === name)?.url ?? '']),
  );
  return { ...texts, ...links, showCompany: known.showCompany ?? false } as SettingsValues;
}

/** Only changed fields; an empty text removes the setting. */
function inputOf(values: SettingsValues, known: SiteInFullFragment): UpdateSettingsInput {
  const before = valuesOf(known);
  const changed = TEXTS.filter((name) => values[name].trim() !== before[name]);
  return {
    ...Object.fromEntries(changed.map((name) => [name, values[name].trim() || null])),
    ...(values.showCompany !== before.showCompany && { showCompany: values.showCompany }),
    ...(NETWORKS.some((name) => values[name].trim() !== before[name]) && { socialLinks: linksIn(values) }),
  };
}

/** The service numbers links in the order in which they were sent. */
function problemsOf(fields: FieldProblems, values: SettingsValues): FieldProblems {
  const sent = linksIn(values);
  return Object.fromEntries(
    Object.entries(fields).map(([name, problems]) => {
      const place = /^socialLinks\.(\d+)\./.exec(name)?.[1];
      return [(place && sent[Number(place)]?.network) ?? name, problems];
    }),
  );
}

function linksIn(values: SettingsValues): { network: SocialNetwork; link: string }[] {
  return NETWORKS.flatMap((network) => {
    const link = values[network].trim();
    return link ? [{ network, link }] : [];
  });
}
