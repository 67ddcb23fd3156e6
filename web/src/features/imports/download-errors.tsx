import { client } from '@quartermaster/contract/api/client';
import { Download } from 'lucide-react';
import { useDownload } from '../../records/use-download.ts';
import { Button } from '../../ui/button.tsx';

/** Saves the rows that are not imported or lack a cell, with a column that says why. */
export function DownloadErrors({ id }: { id: string }) {
  const save = useDownload(client.imports.errors, { params: { id } }, 'Download failed');
  return (
    <Button variant="ghost" icon={Download} busy={save.isPending} onClick={() => save.mutate()}>
      Download rejected rows
    </Button>
  );
}
