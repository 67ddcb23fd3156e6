import { isWebUrl } from '@quartermaster/contract/rules/formats';
import type { ReactNode } from 'react';

interface ExternalLinkProps {
  href: string;
  children?: ReactNode;
  className?: string;
  /** Its accessible name and its tooltip, where it shows an icon only. */
  label?: string;
}

/** A link made from stored data; what is no web address stays plain text, and an icon is not shown then. */
export function ExternalLink({ href, children, className, label }: ExternalLinkProps) {
  if (!isWebUrl(href)) return label === undefined && <span className={className}>{children}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      data-tip={label}
      className={className ?? 'text-accent-text hover:underline'}
    >
      {children}
    </a>
  );
}
