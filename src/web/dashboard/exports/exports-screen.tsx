import { useState } from 'preact/hooks';
import { BackgroundWorkDocument, BulkActsDocument, ExportsDocument } from '../../../generated/client/operations.js';
import { exportsRoles } from '../../../generated/client/operator-roles.js';
import { texts, useTexts } from '../../common/language.js';
import { useQuery } from '../../common/query.js';
import { Button } from '../../ui/button.js';
import { Note, Row, TitleRow } from '../../ui/layout.js';
import { BulkActList } from '../bulk/bulk-act-list.js';
import { useMay } from '../may.js';
import { ExportDialog } from './export-dialog.js';
import { ExportList } from './export-list.js';
import { Schedules } from './schedules.js';
import { WorkList } from './work-list.js';

const RUNNING_MS = 3_000;
const RESTING_MS = 15_000;

/** What was asked for goes on when the page is left. */
export function ExportsScreen() {
  const t = useTexts(TEXTS);
  const mayExport = useMay()(exportsRoles);
  const [isBusy, setBusy] = useState(false);
  const everyMs = isBusy ? RUNNING_MS : RESTING_MS;
  const work = useQuery(BackgroundWorkDocument, {}, { everyMs });
  const exports = useQuery(ExportsDocument, {}, { everyMs, skip: !mayExport });
  const acts = useQuery(BulkActsDocument, {}, { everyMs });
  const isWorking =
    work.data?.backgroundWork.length !== 0
    || exports.data?.exports.some(({ state }) => state === 'WAITING' || state === 'RUNNING');
  if (work.data && Boolean(isWorking) !== isBusy) setBusy(Boolean(isWorking));
  const [isAsking, setAsking] = useState(false);
  const reload = (): void => {
    work.reload();
    exports.reload();
    acts.reload();
  };
  return (
    <>
      <TitleRow>
        <h1>{t.title}</h1>
        {mayExport && (
          <Row>
            <Button variant="primary" onClick={() => setAsking(true)}>
              {t.create}
            </Button>
          </Row>
        )}
      </TitleRow>
      <Note>{t.about}</Note>
      <WorkList work={work} onChanged={reload} />
      <BulkActList list={acts} />
      {mayExport && <ExportList list={exports} onChanged={reload} />}
      {mayExport && <Schedules />}
      {isAsking && <ExportDialog onCreated={reload} onClose={() => setAsking(false)} />}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Tarefas',
    create: 'Nova exportação',
    about: 'Pode sair desta página: tudo aqui continua, e o aviso no alto do painel diz enquanto algo está em andamento.',
  },
  en: {
    title: 'Tasks',
    create: 'New export',
    about: 'You can leave this page: everything here goes on. While something runs, a sign at the top of the dashboard says so.',
  },
});
