import { useState } from 'preact/hooks';
import { DeletePictureDocument, PicturesDocument, type PictureFragment } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { usePagedQuery } from '../../common/paged-query.js';
import { useClient } from '../../common/session.js';
import { CopyButton, RowButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Note, Row, TitleRow } from '../../ui/layout.js';
import { Card, Empty, Notice, Problem, Skeleton } from '../../ui/surface.js';
import { LoadMore } from '../../ui/table.js';
import { PhotoUpload } from '../photo-upload.js';
import css from './files.module.css';

const KILOBYTE = 1_024;

/** The pictures that were uploaded. */
export function FilesScreen() {
  const t = useTexts(TEXTS);
  const client = useClient();
  const list = usePagedQuery(PicturesDocument, {}, ({ files }) => files);
  const [deleting, setDeleting] = useState<PictureFragment>();
  const [problem, setProblem] = useState<string>();
  return (
    <>
      <TitleRow>
        <h1>{t.title}</h1>
      </TitleRow>
      <Card>
        <PhotoUpload
          urls={[]}
          onUploaded={() => {
            setProblem(undefined);
            list.reload();
          }}
          onProblem={setProblem}
        />
        {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      </Card>
      {!list.nodes && list.error && <Problem problem={list.error} onRetry={list.reload} />}
      {!list.nodes && !list.error && <Skeleton lines={8} />}
      {list.nodes?.length === 0 && (
        <Card>
          <Empty>
            <p>{t.none}</p>
          </Empty>
        </Card>
      )}
      <ul class={css.pictures}>
        {list.nodes?.map((picture) => (
          <Picture key={picture.id} picture={picture} onDelete={() => setDeleting(picture)} />
        ))}
      </ul>
      <LoadMore list={list} />
      {deleting && (
        <ConfirmDialog
          title={t.deleteTitle}
          confirm={t.delete}
          variant="danger"
          onClose={() => setDeleting(undefined)}
          onConfirm={async () => {
            await client.mutate(DeletePictureDocument, { id: deleting.id });
            list.reload();
            return t.deleted;
          }}
        >
          <p>{t.deleteText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Picture({ picture, onDelete }: { picture: PictureFragment; onDelete(): void }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const { url, sizes, width, height, bytes, createdAt, uploadedBy } = picture;
  const what = `${width} × ${height}, ${f.dateTime(createdAt)}`;
  return (
    <li class={css.picture}>
      <img src={sizes[0]?.url ?? url} width={width} height={height} alt={t.of(what)} loading="lazy" />
      <Note>
        {width} × {height} · {f.number(Math.ceil(bytes / KILOBYTE))} kB · {f.dateTime(createdAt)}
        {uploadedBy && (
          <>
            {' · '}
            <a href={`/dashboard/people/${uploadedBy.id}`}>{uploadedBy.name}</a>
          </>
        )}
      </Note>
      <Row>
        <CopyButton small text={url} label={t.copy} done={t.copied} />
        <RowButton label={t.delete} of={what} onClick={onDelete} />
      </Row>
    </li>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Imagens',
    none: 'Nenhuma imagem enviada ainda.',
    of: (what: string) => `Imagem de ${what}`,
    copy: 'Copiar endereço',
    copied: 'Copiado',
    delete: 'Excluir',
    deleteTitle: 'Excluir a imagem?',
    deleteText: 'Navegadores que já a têm ainda podem mostrá-la. Uma imagem que uma rifa usa não pode ser excluída.',
    deleted: 'A imagem foi excluída.',
  },
  en: {
    title: 'Pictures',
    none: 'No picture is uploaded yet.',
    of: (what: string) => `Picture of ${what}`,
    copy: 'Copy the address',
    copied: 'Copied',
    delete: 'Delete',
    deleteTitle: 'Delete the picture?',
    deleteText: 'Browsers that have it may still show it. A picture that a raffle uses cannot be deleted.',
    deleted: 'The picture was deleted.',
  },
});
