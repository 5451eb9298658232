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
import css from './raffles.module.css';

const LONGEST_NAME = 80;

/** The categories that raffles can be put in. */
export function CategoriesDialog({ onClose }: { onClose(): void }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const { data, error, reload } = useQuery(RaffleCategoriesDocument, {});
  const [name, setName] = useState('');
  const [editing, setEditing] = useState<{ id: string; name: string }>();
  const doing = useAction(async (act: () => Promise<unknown>) => {
    await act();
    setEditing(undefined);
    reload();
  });
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
                    void doing.act(() =>
                      client.mutate(RenameRaffleCategoryDocument, { id: category.id, input: { name: editing.name } }),
                    );
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
                  <RowButton
                    label={t.delete}
                    of={category.name}
                    onClick={() => void doing.act(() => client.mutate(DeleteRaffleCategoryDocument, { id: category.id }))}
                  />
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
                await client.mutate(CreateRaffleCategoryDocument, { input: { name } });
                setName('');
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
  },
});
