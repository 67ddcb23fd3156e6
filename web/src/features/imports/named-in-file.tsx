import type { MissingReference } from '@quartermaster/contract/imports/imports.schema';
import type { ReactNode } from 'react';
import { counted } from '../../records/count-text.ts';
import { entities } from '../../records/entities.ts';
import { capital } from '../../records/entity.ts';
import { Badge } from '../../ui/badge.tsx';
import { RecordById } from './record-by-id.tsx';

interface NamedInFileProps {
  each: MissingReference;
  /** Whether the record that is used is named here, as no control beside names it. */
  isUseNamed: boolean;
  more?: string;
  children: ReactNode;
}

/** A name in the file, for which a person chooses, with what was chosen. */
export function NamedInFile({ each, isUseNamed, more, children }: NamedInFileProps) {
  const { area, name, rows, choice, remembered } = each;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex items-center gap-2">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          {choice === null && <Badge tone="warn">Undecided</Badge>}
        </p>
        <p className="text-xs text-ink-2">
          {capital(entities[area].entity.one)} · {counted({ one: 'row' }, rows)}
          {more !== undefined && ` · ${more}`}
          {choice !== null && isUseNamed && (
            <>
              {' · uses '}
              <RecordById area={area} id={choice} />
            </>
          )}
          {remembered && ' · remembered from an earlier import'}
        </p>
      </div>
      {children}
    </li>
  );
}
