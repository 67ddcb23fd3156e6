import {
  Component,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
  useEffect,
  useState,
} from 'react';
import { LoadFailure } from './load-failure.tsx';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

export interface Deferred<P> extends FunctionComponent<P> {
  load: () => Promise<unknown>;
}

/** The prop that shows and hides the component. */
interface Closable {
  open?: boolean;
  onClose?: () => void;
}

interface Options {
  /** Shown while the code loads. */
  waiting?: ReactNode;
  /** Shown if the code can't load or throws; by default the notice of a popup. */
  failed?: (retry: () => void) => ReactNode;
  /** Too large to be loaded ahead. */
  onDemand?: boolean;
}

const patienceMs = 10_000;

/** The parts not loaded yet, last one first: a page's own form comes before other pages. */
const unloaded: (() => Promise<unknown>)[] = [];

/** Loads one more part ahead; undefined once all are loaded. */
export const loadNext = (): Promise<unknown> | undefined => unloaded.pop()?.();

let onFailure = (): void => undefined;

/** Registers a handler for code that is needed and can't be loaded. */
export const whenCodeFails = (handle: () => void): void => {
  onFailure = handle;
};

/**
 * A component whose code loads after the page's, and whose failures do not affect the page. React.lazy would keep an
 * error for good, and delays code that is loaded already.
 */
export function deferred<P extends object>(
  load: Load<P>,
  { waiting = null, failed, onDemand = false }: Options = {},
): Deferred<P> {
  let Loaded: ComponentType<P> | undefined;
  const loadOnce = async () => (Loaded = (await load()).default);
  if (!onDemand) unloaded.push(loadOnce);

  function Part(props: P) {
    const { open = true, onClose }: Closable = props;
    const [Shown, setShown] = useState(() => Loaded);
    const [hasFailed, setFailed] = useState(false);
    const isAwaited = open && !Shown && !hasFailed;
    useEffect(() => {
      if (!isAwaited) return undefined;
      let isWanted = true;
      const give = (component: ComponentType<P>) => isWanted && setShown(() => component);
      const fail = () => {
        if (!isWanted) return;
        setFailed(true);
        onFailure();
      };
      const timer = setTimeout(fail, patienceMs);
      void loadOnce().then(give, fail);
      return () => {
        isWanted = false;
        clearTimeout(timer);
      };
    }, [isAwaited]);
    if (!open && hasFailed) setFailed(false);
    const Component = Shown ?? (open ? Loaded : undefined);
    if (Component) return <Component {...props} />;
    if (!hasFailed) return waiting;
    return notice(() => setFailed(false), onClose);
  }

  const notice = (retry: () => void, onClose: (() => void) | undefined) =>
    failed ? failed(retry) : <LoadFailure onRetry={retry} onDismiss={onClose} />;

  function Whole(props: P) {
    const { onClose }: Closable = props;
    const close = (reset: () => void) => () => {
      onClose?.();
      reset();
    };
    return (
      <Boundary fallback={(reset) => notice(reset, onClose && close(reset))}>
        <Part {...props} />
      </Boundary>
    );
  }
  return Object.assign(Whole, { load: loadOnce });
}

interface BoundaryProps {
  fallback: (reset: () => void) => ReactNode;
  children: ReactNode;
}

/** Contains errors thrown while rendering. */
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render() {
    const { fallback, children } = this.props;
    return this.state.hasFailed ? fallback(() => this.setState({ hasFailed: false })) : children;
  }
}
