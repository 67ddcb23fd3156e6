import { client } from '@quartermaster/contract/api/client';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { messageOf } from '../../api/error.ts';
import { download } from '../../api/download.ts';
import { saveFile } from '../../ui/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toaster.tsx';

/** Saves the rows that stay behind, with a column that says why. */
export function DownloadErrors({ id }: { id: string }) {
  const save = useMutation({
    mutationFn: async () => {
      const { errors } = client.imports;
      const { name, blob } = await download({ ...errors, path: errors.path.replace('{id}', id) });
      saveFile(name, blob);
    },
    onError: (error) => toast({ title: messageOf(error, 'Download failed'), type: 'error' }),
  });
  return (
    <Button variant="ghost" icon={Download} busy={save.isPending} onClick={() => save.mutate()}>
      Download what stays behind
    </Button>
  );
}
