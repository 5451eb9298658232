import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import {
  DeleteSavedFilterDocument,
  SavedFiltersDocument,
  SaveFilterDocument,
  type FilteredList,
  type SavedFilterLineFragment,
} from '../../../generated/client/operations.js';
import { useForm } from '../../common/form.js';
import { texts, useTexts } from '../../common/language.js';
import { useAction, useQuery } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Note } from '../../ui/layout.js';
import { Problem } from '../../ui/surface.js';
import { useReloadAfterUndo, useToasts } from '../../ui/toasts.js';
import css from './filters.module.css';

interface Props {
  list: FilteredList;
  /** The address of the list without a filter. */
  path: string;
  /** What it is filtered by now, without what searches for somebody. */
  values: Readonly<Record<string, string | undefined>>;
}

const LONGEST_NAME = 40;
const queryOf = (values: Props['values']): string =>
  String(new URLSearchParams(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]))));
const sorted = (query: string): string => {
  const params = new URLSearchParams(query);
  params.sort();
  return String(params);
};

/** The filters that the operator keeps for this list, on every device. */
export function SavedFilters({ list, path, values }: Props) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const { route } = useLocation();
  const say = useToasts();
  const { data, error, reload } = useQuery(SavedFiltersDocument, {});
  useReloadAfterUndo(reload);
  const [naming, setNaming] = useState<{ filter?: SavedFilterLineFragment }>();
  const query = queryOf(values);
  const filters = data?.savedFilters.filter((filter) => filter.list === list) ?? [];
  const current = filters.find((filter) => sorted(filter.query) === sorted(query));
  const deleting = useAction(async (filter: SavedFilterLineFragment) => {
    await client.mutate(DeleteSavedFilterDocument, { id: filter.id });
    const { name, query: its } = filter;
    const run = () => client.mutate(SaveFilterDocument, { id: null, input: { list, name, query: its } });
    say({ text: t.removed(name), undo: { run, done: t.back(name) } });
    reload();
  });
  const mayKeep = data && query !== '' && !current;
  return (
    <>
      <Problem problem={error ?? deleting.error} onRetry={error && reload} />
      {(filters.length > 0 || mayKeep) && (
        <div class={css.filters} role="group" aria-label={t.title}>
          {filters.map((filter) => (
            <a
              key={filter.id}
              class={css.chip}
              href={`${path}?${filter.query}`}
              aria-current={filter === current ? 'true' : undefined}
            >
              {filter.name}
            </a>
          ))}
          {current && (
            <>
              <Button small variant="plain" onClick={() => setNaming({ filter: current })}>
                {t.rename}
              </Button>
              <Button small variant="plain" isBusy={deleting.isBusy} onClick={() => void deleting.act(current)}>
                {t.remove}
              </Button>
            </>
          )}
          {mayKeep && (
            <Button small variant="plain" onClick={() => setNaming({})}>
              {t.keep}
            </Button>
          )}
        </div>
      )}
      {naming && (
        <NameDialog
          {...naming}
          list={list}
          query={query}
          onSaved={() => {
            reload();
            if (!naming.filter) route(`${path}?${query}`, true);
          }}
          onClose={() => setNaming(undefined)}
        />
      )}
    </>
  );
}

interface NameProps {
  filter?: SavedFilterLineFragment;
  list: FilteredList;
  query: string;
  onSaved(): void;
  onClose(): void;
}

function NameDialog({ filter, list, query, onSaved, onClose }: NameProps) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const form = useForm({ name: filter?.name ?? '' });
  return (
    <FormDialog
      title={filter ? t.renameTitle : t.keepTitle}
      form={form}
      isCreate={!filter}
      save={async () => {
        const name = form.values.name.trim();
        if (!form.show(name === '' ? { name: [t.needed] } : {})) return false;
        const input = { list, name, query: filter?.query ?? query };
        await client.mutate(SaveFilterDocument, { id: filter?.id ?? null, input });
        return t.kept(name);
      }}
      onSaved={onSaved}
      onClose={onClose}
    >
      <TextField label={t.name} hint={t.nameHint} maxLength={LONGEST_NAME} autocomplete="off" {...form.text('name')} />
      {!filter && <Note>{t.nobody}</Note>}
    </FormDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Filtros guardados',
    keep: 'Guardar este filtro',
    keepTitle: 'Guardar este filtro',
    nobody: 'Fica só para você, em todos os seus aparelhos. O telefone, CPF ou número que se procura não é guardado.',
    rename: 'Mudar o nome',
    renameTitle: 'Mudar o nome do filtro',
    remove: 'Excluir o filtro',
    removed: (name: string) => `O filtro “${name}” foi excluído.`,
    back: (name: string) => `O filtro “${name}” está de volta.`,
    kept: (name: string) => `O filtro “${name}” foi guardado.`,
    name: 'Nome do filtro',
    nameHint: 'Não escreva o nome de um comprador: ele ficaria aqui depois de excluída a conta.',
    needed: 'Escreva um nome.',
  },
  en: {
    title: 'Kept filters',
    keep: 'Keep this filter',
    keepTitle: 'Keep this filter',
    nobody: 'For you alone, on all your devices. The phone, CPF or number that is searched for is not kept.',
    rename: 'Rename',
    renameTitle: 'Rename the filter',
    remove: 'Delete the filter',
    removed: (name: string) => `The filter “${name}” was deleted.`,
    back: (name: string) => `The filter “${name}” is back.`,
    kept: (name: string) => `The filter “${name}” was kept.`,
    name: 'Name of the filter',
    nameHint: 'Do not write the name of a buyer: it would stay here after the account was deleted.',
    needed: 'Write a name.',
  },
});
