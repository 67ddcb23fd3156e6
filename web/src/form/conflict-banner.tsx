import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import type { Conflict } from './use-conflict.ts';

const listed = new Intl.ListFormat('en-US');

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
      Choose what holds: {listed.format(conflict.fields)}.
    </Banner>
  );
}
