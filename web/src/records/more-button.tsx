import { Button } from '../ui/button.tsx';

interface MoreButtonProps {
  /** Undefined at the end of the list. */
  more: (() => void) | undefined;
  isFetchingMore: boolean;
}

/** Loads the next page of a list below its end. */
export const MoreButton = ({ more, isFetchingMore }: MoreButtonProps) =>
  more && (
    <div className="flex justify-center border-t border-line p-3">
      <Button busy={isFetchingMore} onClick={more}>
        Show more
      </Button>
    </div>
  );
