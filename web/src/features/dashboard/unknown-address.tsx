import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Banner } from '../../ui/banner.tsx';

/** Says that the address led to no page, and therefore here; once, not again when this page is reloaded. */
export function UnknownAddress() {
  const isUnknown = useLocation({ select: ({ state }) => state.isUnknownAddress === true });
  const navigate = useNavigate();
  const [isShown, setShown] = useState(isUnknown);
  if (isUnknown && !isShown) setShown(true);
  useEffect(() => {
    if (isUnknown) void navigate({ to: '/', replace: true });
  }, [isUnknown, navigate]);
  return isShown && <Banner tone="warn" title="This page does not exist" onDismiss={() => setShown(false)} />;
}
