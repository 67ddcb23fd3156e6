import { Dialog } from '@base-ui/react/dialog';
import { parseRelatedTo } from '@quartermaster/contract/api/areas';
import type { Area } from '@quartermaster/contract/api/areas';
import { Link, useLocation } from '@tanstack/react-router';
import { ArrowLeft, Maximize2, X } from 'lucide-react';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useNeighbours } from '../records/neighbours.ts';
import { StepButtons } from '../records/step-buttons.tsx';
import { StepsContext } from '../records/steps.ts';
import type { RecordInView } from '../records/url.ts';
import { type Walk, useDrawer } from '../records/use-drawer.ts';
import { IconButton, iconButtonClass } from '../ui/button.tsx';
import type { Details } from './details.ts';
import { KindLabel } from './head.tsx';
import { PlaceContext, drawerOver, ownPage } from './place.ts';
import { RecordView } from './record-view.tsx';
import { DialogBackdrop } from '../ui/dialog-backdrop.tsx';

interface RecordDrawerProps {
  shown: RecordInView;
  detailsOf: (area: Area) => Details;
  onClose: () => void;
}

/** A record beside the page that it was opened from. */
export function RecordDrawer({ shown: { subject, tab }, detailsOf, onClose }: RecordDrawerProps) {
  const { area, id } = parseRelatedTo(subject) ?? { area: 'domains', id: '' };
  const title = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { back, step } = useDrawer();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const place = useMemo(() => drawerOver(path), [path]);
  // Going back leads to another record.
  const canWalkBack = useLocation({ select: ({ state }) => ((state as Walk).drawerDepth ?? 0) > 1 });
  const onStep = useCallback((next: string) => step(area, next, tab), [step, area, tab]);
  const steps = useNeighbours(area, id, onStep);
  return (
    <Dialog.Root
      open
      onOpenChange={(_, { event, cancel }) => (event.defaultPrevented ? cancel() : onClose())}
    >
      <Dialog.Portal>
        <DialogBackdrop appears={false} />
        <Dialog.Popup
          initialFocus={title}
          className="fixed inset-y-0 right-0 z-50 flex w-full max-w-[640px] flex-col border-line bg-canvas shadow-popup outline-none md:border-l"
        >
          <div className="flex h-12 shrink-0 items-center gap-1 border-b border-line bg-surface pr-3 pl-5">
            {canWalkBack && (
              <IconButton label="Back" icon={ArrowLeft} className="-ml-2 size-8" onClick={back} />
            )}
            <KindLabel area={area} />
            <span className="ml-auto flex items-center">
              <StepsContext value={steps}>
                <StepButtons />
              </StepsContext>
              <Link
                {...ownPage.to(area, id, tab)}
                aria-label="Open as a page"
                data-tip="Open as a page"
                className={iconButtonClass}
              >
                <Maximize2 aria-hidden className="size-4" strokeWidth={1.75} />
              </Link>
              <Dialog.Close render={<IconButton label="Close" icon={X} className="size-8" />} />
            </span>
          </div>
          <div ref={body} className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto px-5 py-4">
            <PlaceContext value={place}>
              <RecordView
                area={area}
                id={id}
                tab={tab}
                details={detailsOf(area)}
                within={body}
                onDeleted={onClose}
                heading={(name) => <Title ref={title}>{name}</Title>}
              />
            </PlaceContext>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Title({ ref, children }: { ref: RefObject<HTMLHeadingElement | null>; children: string }) {
  useLayoutEffect(() => {
    const { activeElement: active, body } = document;
    const isLost = active === body || active?.matches('[role=dialog]');
    // The clicked link is gone: focus the title, so that screen readers announce the next record.
    if (isLost) ref.current?.focus();
  }, [ref]);
  return (
    <Dialog.Title
      ref={ref}
      tabIndex={-1}
      className="min-w-0 text-xl font-semibold outline-none wrap-anywhere"
    >
      {children}
    </Dialog.Title>
  );
}
