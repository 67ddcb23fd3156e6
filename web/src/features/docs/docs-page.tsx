import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useEffect } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentText } from './document-text.tsx';
import { documents, isDocument } from './documents.ts';
import { linkTab } from '../../ui/link-tab.ts';

/** The documentation that ships with the server. */
export default function DocsPage() {
  const { document: asked = '' }: { document?: string } = useSearch({ strict: false });
  const name = isDocument(asked) ? asked : 'operating';
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [hash, name]);
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-1 content-start gap-3 p-4">
      <PageHeader title="Documentation" subtitle="It ships with this server and describes its version.">
        <a href="/api/docs" target="_blank" rel="noreferrer" className={buttonClass()}>
          <ExternalLink aria-hidden className="size-4" />
          API
        </a>
      </PageHeader>
      <nav aria-label="Documents" className="flex flex-wrap gap-1">
        {Object.entries(documents).map(([each, { title }]) => (
          <Link
            key={each}
            to="/docs"
            search={{ document: each }}
            aria-current={each === name ? 'page' : undefined}
            className={linkTab}
          >
            {title}
          </Link>
        ))}
      </nav>
      <article aria-label={documents[name].title} className="rounded-lg border border-line bg-surface p-5">
        <DocumentText text={documents[name].text} />
      </article>
    </div>
  );
}
