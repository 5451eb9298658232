import { useEffect, useState } from 'preact/hooks';
import { texts, useLanguage, useTexts } from '../../common/language.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Select, TextField } from '../../ui/field.js';
import { Row } from '../../ui/layout.js';
import { auditHref, type AuditQuery } from './audit-query.js';
import { ACTION_TEXTS } from './audit-texts.js';
import { SUBJECT_TEXTS } from './subject-texts.js';
import css from './audit.module.css';

interface Props {
  query: AuditQuery;
  operators: readonly { id: string; name: string }[];
  onQuery(query: AuditQuery): void;
}

export function AuditForm({ query, operators, onQuery }: Props) {
  const t = useTexts(TEXTS);
  const byWords = new Intl.Collator(useLanguage()).compare;
  const actions = optionsOf(useTexts(ACTION_TEXTS), byWords);
  const subjects = optionsOf(useTexts(SUBJECT_TEXTS), byWords);
  const [subjectId, setSubjectId] = useState(query.subjectId ?? '');
  useEffect(() => setSubjectId(query.subjectId ?? ''), [query.subjectId]);
  const set = (change: AuditQuery): void => onQuery({ ...query, ...change });
  return (
    <form
      role="search"
      class={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        set({ subjectId: subjectId.trim() });
      }}
    >
      <Select
        label={t.who}
        value={query.actorId ?? ''}
        options={[
          { value: '', label: t.anybody },
          ...withKnown(
            operators.map(({ id, name }) => ({ value: id, label: name })),
            query.actorId,
          ),
        ]}
        onValue={(actorId) => set({ actorId })}
      />
      <Select
        label={t.action}
        value={query.action ?? ''}
        options={[{ value: '', label: t.all }, ...withKnown(actions, query.action)]}
        onValue={(action) => set({ action })}
      />
      <Select
        label={t.subject}
        value={query.subjectType ?? ''}
        options={[{ value: '', label: t.all }, ...withKnown(subjects, query.subjectType)]}
        onValue={(subjectType) => set({ subjectType, ...(subjectType === '' && { subjectId: '' }) })}
      />
      <TextField
        label={t.subjectId}
        maxLength={200}
        value={subjectId}
        onValue={setSubjectId}
        problems={
          query.subjectType && !query.subjectId ? [t.both] : !query.subjectType && query.subjectId ? [t.which] : undefined
        }
      />
      <TextField label={t.from} type="date" value={query.from ?? ''} onValue={(from) => set({ from })} />
      <TextField label={t.to} type="date" value={query.to ?? ''} onValue={(to) => set({ to })} />
      <Row>
        <Button type="submit">{t.find}</Button>
        <ButtonLink variant="plain" href={auditHref()}>
          {t.clear}
        </ButtonLink>
      </Row>
    </form>
  );
}

interface Option {
  value: string;
  label: string;
}

function optionsOf(words: Readonly<Record<string, string>>, compare: (a: string, b: string) => number): Option[] {
  return Object.entries(words)
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => compare(a.label, b.label));
}

/** What an address asks for is an option, also where the lists do not have it. */
function withKnown(options: readonly Option[], value: string | undefined): readonly Option[] {
  return !value || options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
}

const TEXTS = texts({
  'pt-BR': {
    who: 'Quem',
    anybody: 'Qualquer um',
    action: 'O que fez',
    all: 'Tudo',
    subject: 'Em quê',
    subjectId: 'Número ou id',
    both: 'Escreva também o número ou o id.',
    which: 'Escolha também em quê.',
    from: 'Desde',
    to: 'Até',
    find: 'Procurar',
    clear: 'Limpar',
  },
  en: {
    who: 'Who',
    anybody: 'Anybody',
    action: 'What',
    all: 'All',
    subject: 'To what',
    subjectId: 'Number or id',
    both: 'Write the number or id too.',
    which: 'Choose also to what.',
    from: 'From',
    to: 'Until',
    find: 'Find',
    clear: 'Clear',
  },
});
