import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import type { Conflict } from './use-conflict.ts';
import { wordList } from '../ui/word-list.ts';

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
