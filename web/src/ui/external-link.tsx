import { isWebUrl } from '@quartermaster/contract/rules/formats';
import type { ReactNode } from 'react';

interface ExternalLinkProps {
  href: string;
  children?: ReactNode;
  className?: string;
  /** Accessible name and tooltip of a link that shows only an icon. */
  label?: string;
}

/** A link from stored data. Anything but a web address is rendered as plain text, or not at all for an icon. */
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
