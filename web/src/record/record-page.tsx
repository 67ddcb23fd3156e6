import type { Area } from '@quartermaster/contract/api/areas';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { entities } from '../records/entities.ts';
import { useNeighbours } from '../records/neighbours.ts';
import { OfflineBanner } from '../records/offline-banner.tsx';
import { StepButtons } from '../records/step-buttons.tsx';
import { StepsContext } from '../records/steps.ts';
import { firstTab } from '../records/url.ts';
import { useTitle } from '../ui/use-title.ts';
import type { Details } from './details.ts';
import { KindLabel } from './head.tsx';
import { ownPage } from './place.ts';
import { RecordView } from './record-view.tsx';

interface RecordPageProps {
  area: Area;
  id: string;
  details: Details;
}

/** A record on a page of its own. */
export function RecordPage({ area, id, details }: RecordPageProps) {
  const router = useRouter();
  const { tab = firstTab }: { tab?: string } = useSearch({ strict: false });
  const onStep = useCallback(
    (next: string) => void router.navigate({ ...ownPage.to(area, next, tab), replace: true } as never),
    [router, area, tab],
  );
  const steps = useNeighbours(area, id, onStep);
  return (
    <div className="mx-auto grid w-full max-w-6xl content-start gap-4 px-4 py-4">
      <OfflineBanner />
      <div className="flex items-center gap-2">
        <Link
          to={`/${area}`}
          search={{}}
          className="no-print rounded text-sm font-medium text-ink-2 hover:text-ink hover:underline"
        >
          ← {entities[area].title}
        </Link>
        <span className="ml-auto flex items-center gap-2">
          <KindLabel area={area} />
          <StepsContext value={steps}>
            <StepButtons />
          </StepsContext>
        </span>
      </div>
      <RecordView
        area={area}
        id={id}
        tab={tab}
        details={details}
        onDeleted={() => void router.navigate({ to: `/${area}`, replace: true } as never)}
        heading={(name) => <Title>{name}</Title>}
      />
    </div>
  );
}

function Title({ children }: { children: string }) {
  useTitle(children);
  return <h1 className="min-w-0 text-xl font-semibold wrap-anywhere">{children}</h1>;
}
