import type { Area } from '@quartermaster/contract/api/areas';
import type { Impact } from '@quartermaster/contract/api/impact';
import { impactCsv } from '@quartermaster/contract/api/impact-csv';
import { toCsv } from '@quartermaster/contract/rules/csv';
import { Download } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';
import { entities } from './entities.ts';
import { ImpactSummary, themOf } from './impact-summary.tsx';

/** How many records depend on others, and a file of them. */
export function ImpactHead({ area, impact }: { area: Area; impact: Impact }) {
  const save = () => {
    const { download } = entities[area].entity.impactExport;
    const file = new Blob([toCsv(impactCsv, impact.nodes)], { type: 'text/csv;charset=utf-8' });
    saveFile(download?.name ?? 'impact.csv', file);
  };
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      {impact.nodes.some(({ direction }) => direction === 'usedBy') ? (
        <ImpactSummary impact={impact} />
      ) : (
        <p className="text-sm text-ink-2">Nothing depends on {themOf(impact)}.</p>
      )}
      <Button className="no-print" icon={Download} onClick={save}>
        Export
      </Button>
    </div>
  );
}
