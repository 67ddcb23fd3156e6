import { isWebUrl } from '@quartermaster/contract/lib/fields';
import type { ReactNode } from 'react';

interface ExternalLinkProps {
  href: string;
  children: ReactNode;
  className?: string;
}

/** A link made from stored data; what is no web address stays plain text. */
export function ExternalLink({ href, children, className }: ExternalLinkProps) {
  if (!isWebUrl(href)) return <span className={className}>{children}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={className ?? 'text-accent-text hover:underline'}
    >
      {children}
    </a>
  );
}
