import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { wordList } from '../ui/format.ts';

/** Somebody else changed or deleted the record meanwhile, and the user has to decide. */
export type Conflict = { entityName: string } & (
  { is: 'contested'; fields: string[] } | { is: 'deleted'; createAnew: () => void }
);

export function ConflictBanner(conflict: Conflict) {
  if (conflict.is === 'deleted')
    return (
      <Banner
        tone="warn"
        title={`This ${conflict.entityName} was deleted meanwhile.`}
        action={<Button onClick={conflict.createAnew}>Create it anew</Button>}
      >
        What you typed is still here.
      </Banner>
    );
  return (
    <Banner tone="warn" title={`This ${conflict.entityName} was changed meanwhile.`}>
      Choose what holds: {wordList(conflict.fields)}.
    </Banner>
  );
}
