import { useState } from 'preact/hooks';
import {
  CreateRaffleCategoryDocument,
  DeleteRaffleCategoryDocument,
  RaffleCategoriesDocument,
  RenameRaffleCategoryDocument,
} from '../../../generated/client/operations.js';
import { texts, useTexts } from '../../common/language.js';
import { useAction, useQuery } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { Button, RowButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { Row, Stack } from '../../ui/layout.js';
import { Problem, Skeleton } from '../../ui/surface.js';
import { useReloadAfterUndo, useToasts, type Outcome } from '../../ui/toasts.js';
import css from './raffles.module.css';

const LONGEST_NAME = 80;

/** The categories that raffles can be put in. */
export function CategoriesDialog({ onClose }: { onClose(): void }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const say = useToasts();
  const { data, error, reload } = useQuery(RaffleCategoriesDocument, {});
  useReloadAfterUndo(reload);
  const [name, setName] = useState('');
  const [editing, setEditing] = useState<{ id: string; name: string }>();
  const doing = useAction(async (act: () => Promise<Outcome>) => {
    say(await act());
    setEditing(undefined);
    reload();
  });
  const create = (input: { name: string }) => client.mutate(CreateRaffleCategoryDocument, { input });
  const remove = async ({ id, name: its }: { id: string; name: string }) => {
    await client.mutate(DeleteRaffleCategoryDocument, { id });
    return { text: t.deleted(its), undo: { run: () => create({ name: its }), done: t.created(its) } };
  };
  return (
    <Dialog title={t.title} onClose={onClose}>
      <Stack>
        <Problem problem={error} onRetry={reload} />
        {!data && !error && <Skeleton lines={3} />}
        {data?.raffleCategories.length === 0 && <p>{t.none}</p>}
        <ul class={css.list}>
          {data?.raffleCategories.map((category) => (
            <li key={category.id}>
              {editing?.id === category.id ? (
                <form
                  onSubmit={(event) => {
                    event.preventDefault();
                    void doing.act(async () => {
                      await client.mutate(RenameRaffleCategoryDocument, { id: category.id, input: { name: editing.name } });
                      return t.renamed(category.name, editing.name);
                    });
                  }}
                >
                  <TextField
                    label={t.newName}
                    maxLength={LONGEST_NAME}
                    value={editing.name}
                    onValue={(typed) => setEditing({ id: category.id, name: typed })}
                  />
                  <Row>
                    <Button small type="submit" variant="primary" isBusy={doing.isBusy}>
                      {t.save}
                    </Button>
                    <Button small onClick={() => setEditing(undefined)}>
                      {t.back}
                    </Button>
                  </Row>
                </form>
              ) : (
                <Row>
                  <span class={css.what}>{category.name}</span>
                  <RowButton label={t.rename} of={category.name} onClick={() => setEditing(category)} />
                  <RowButton label={t.delete} of={category.name} onClick={() => void doing.act(() => remove(category))} />
                </Row>
              )}
            </li>
          ))}
        </ul>
        <Problem problem={doing.error} field="name" />
        {!editing && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void doing.act(async () => {
                await create({ name });
                setName('');
                return t.created(name);
              });
            }}
          >
            <TextField label={t.add} maxLength={LONGEST_NAME} value={name} onValue={setName} />
            <Row>
              <Button small type="submit" isBusy={doing.isBusy}>
                {t.create}
              </Button>
            </Row>
          </form>
        )}
      </Stack>
    </Dialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Categorias',
    none: 'Nenhuma categoria ainda.',
    rename: 'Renomear',
    newName: 'Novo nome',
    save: 'Salvar',
    back: 'Voltar',
    delete: 'Excluir',
    add: 'Outra categoria',
    create: 'Criar',
    created: (name: string) => `A categoria ${name} foi criada.`,
    renamed: (before: string, name: string) => `A categoria ${before} se chama agora ${name}.`,
    deleted: (name: string) => `A categoria ${name} foi excluída.`,
  },
  en: {
    title: 'Categories',
    none: 'There are no categories yet.',
    rename: 'Rename',
    newName: 'New name',
    save: 'Save',
    back: 'Back',
    delete: 'Delete',
    add: 'Another category',
    create: 'Create',
    created: (name: string) => `The category ${name} was created.`,
    renamed: (before: string, name: string) => `The category ${before} is now called ${name}.`,
    deleted: (name: string) => `The category ${name} was deleted.`,
  },
});
