import { useLocation, useNavigate } from '@tanstack/react-router';
import { Banner } from '../../ui/banner.tsx';

/** Says that the address led to no page, and therefore here. */
export function UnknownAddress() {
  const isShown = useLocation({ select: ({ state }) => state.isUnknownAddress === true });
  const navigate = useNavigate();
  if (!isShown) return null;
  const dismiss = () => void navigate({ to: '/', replace: true });
  return <Banner tone="warn" title="This page does not exist" onDismiss={dismiss} />;
}
