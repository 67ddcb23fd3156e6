import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: LucideIcon;
  title: ReactNode;
  body?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, body, action }: EmptyStateProps) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-1 px-4 py-12 text-center">
      <span className="mb-2 grid size-11 place-items-center rounded-full bg-mute-soft text-mute">
        <Icon aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
      <div className="font-medium">{title}</div>
      {body && <p className="max-w-sm text-sm text-ink-2">{body}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
