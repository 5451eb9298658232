import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { createExportRoles } from '../../../generated/client/operator-roles.js';
import { texts, useTexts } from '../../common/language.js';
import { onDemand } from '../../common/on-demand.js';
import { Button } from '../../ui/button.js';
import { useMay } from '../may.js';
import type { ExportDialogProps } from './export-dialog.js';

const ExportDialog = onDemand(() => import('./export-dialog.js').then((loaded) => loaded.ExportDialog));

/** Makes a file of what a list shows, and goes to where it is made. Nothing for who may not. */
export function ExportButton(props: Pick<ExportDialogProps, 'wanted' | 'raffleTitle' | 'isSearch'>) {
  const t = useTexts(TEXTS);
  const { route } = useLocation();
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  if (!may(createExportRoles)) return null;
  return (
    <>
      <Button small onClick={() => setAsking(true)}>
        {t.export}
      </Button>
      {isAsking && <ExportDialog {...props} onCreated={() => route('/dashboard/exports')} onClose={() => setAsking(false)} />}
    </>
  );
}

const TEXTS = texts({ 'pt-BR': { export: 'Exportar' }, en: { export: 'Export' } });
