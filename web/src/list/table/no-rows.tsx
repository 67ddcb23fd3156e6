import { type LucideIcon, SearchX } from 'lucide-react';
import type { Entity } from '../../records/entity.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AddButton } from '../page-buttons.tsx';

interface EmptyListProps {
  page: { add: () => void; entity: Entity; state: { isFiltered: boolean; clear: () => void } };
  icon: LucideIcon;
  title: string;
  body: string;
  addLabel: string;
  /** Texts for when there are records, but none matches. */
  noMatch?: { title?: string; body?: string; clearLabel?: string };
}

/** Shown instead of rows: adds the first record, or clears the filters. */
export default function NoRows({ page, icon, title, body, addLabel, noMatch = {} }: EmptyListProps) {
  if (page.state.isFiltered)
    return (
      <EmptyState
        icon={SearchX}
        title={noMatch.title ?? title}
        body={noMatch.body}
        action={<Button onClick={page.state.clear}>{noMatch.clearLabel ?? 'Clear Filters'}</Button>}
      />
    );
  return (
    <EmptyState
      icon={icon}
      title={title}
      body={body}
      action={<AddButton page={page}>{addLabel}</AddButton>}
    />
  );
}
