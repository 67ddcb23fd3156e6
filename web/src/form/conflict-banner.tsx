import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import type { Conflict } from './use-conflict.ts';

const listed = new Intl.ListFormat('en-US');

export function ConflictBanner(props: Conflict) {
  const { entityName, isBusy } = props;
  if (props.is === 'met')
    return (
      <Banner
        tone="warn"
        title={`This ${entityName} was changed meanwhile.`}
        action={
          <>
            <Button disabled={isBusy} onClick={props.loadLatest}>
              Load the latest
            </Button>
            <Button disabled={isBusy} onClick={props.saveAnyway}>
              Save anyway
            </Button>
          </>
        }
      >
        Your changes are not saved.
      </Banner>
    );
  return (
    <Banner
      tone="info"
      title={`This is the latest ${entityName}.`}
      action={props.typed.length > 0 && <Button onClick={props.restore}>Restore draft</Button>}
    >
      {props.typed.length > 0 && `You had changed ${listed.format(props.typed)}.`}
    </Banner>
  );
}
