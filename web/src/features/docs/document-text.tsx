import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSlug from 'rehype-slug';
import remarkGfm from 'remark-gfm';
import { targetOf } from './documents.ts';

const linkClass = 'rounded text-accent-text underline underline-offset-2';

function DocumentLink({ href = '', children }: ComponentProps<'a'>) {
  const target = targetOf(href);
  if (target === null) return <span>{children}</span>;
  if (target === 'outside')
    return (
      <a href={href} target="_blank" rel="noreferrer" className={linkClass}>
        {children}
      </a>
    );
  const { name, hash } = target;
  return (
    <Link
      to="/docs"
      search={(current: object) => (name === null ? current : { document: name })}
      hash={hash}
      className={linkClass}
    >
      {children}
    </Link>
  );
}

// The page has the title; a heading stays below the app's header when a link leads to it.
const components: Components = {
  a: DocumentLink,
  h1: () => null,
  h2: ({ node: _, ...rest }) => <h2 {...rest} className="mt-8 scroll-mt-16 text-lg font-semibold" />,
  h3: ({ node: _, ...rest }) => <h3 {...rest} className="mt-6 scroll-mt-16 font-semibold" />,
  p: ({ node: _, ...rest }) => <p {...rest} className="mt-3 leading-relaxed" />,
  ul: ({ node: _, ...rest }) => <ul {...rest} className="mt-3 grid list-disc gap-1.5 pl-5" />,
  ol: ({ node: _, ...rest }) => <ol {...rest} className="mt-3 grid list-decimal gap-1.5 pl-5" />,
  pre: ({ node: _, ...rest }) => (
    <pre
      {...rest}
      tabIndex={0}
      className="mt-3 overflow-x-auto rounded-lg border border-line bg-sunken p-3 font-mono text-xs leading-relaxed [&_code]:bg-transparent [&_code]:p-0"
    />
  ),
  code: ({ node: _, ...rest }) => (
    <code {...rest} className="rounded bg-sunken px-1 py-0.5 font-mono text-[0.85em] wrap-anywhere" />
  ),
  table: ({ node: _, ...rest }) => (
    <div tabIndex={0} role="group" aria-label="Table" className="mt-3 overflow-x-auto">
      <table {...rest} className="w-full border-collapse text-sm" />
    </div>
  ),
  th: ({ node: _, ...rest }) => (
    <th {...rest} className="border-b border-line px-2 py-1.5 text-left font-medium text-ink-2" />
  ),
  td: ({ node: _, ...rest }) => <td {...rest} className="border-b border-line px-2 py-1.5 align-top" />,
};

/** A document in Markdown. Its HTML, if any, is left out. */
export const DocumentText = ({ text }: { text: string }) => (
  <Markdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSlug]} components={components} skipHtml>
    {text}
  </Markdown>
);
