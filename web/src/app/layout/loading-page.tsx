import { useTitle } from '../../ui/use-title.ts';

// What index.html shows until this code has loaded: a header and a page without its title, or a form.
const [frame] = document.getElementsByClassName('frame');
const [form] = document.getElementsByClassName('frame-form');
const content = frame?.querySelector('.frame-content');

const copyOf = (part: Element | null | undefined) => (place: HTMLElement | null) => {
  if (part) place?.replaceChildren(part.cloneNode(true));
};

/** The place of a sign-in form, until its code is there. */
export const LoadingForm = () => <div role="status" aria-label="Loading" ref={copyOf(form)} />;

/** Header and page without content, until it is known whether somebody is signed in. */
export const LoadingFrame = () => <div role="status" aria-label="Loading" ref={copyOf(frame)} />;

/**
 * A page of which only the title is known. The title is not a heading yet: a heading means that the page has loaded.
 */
export function LoadingPage({ title }: { title: string }) {
  useTitle(title);
  return (
    <div role="status" className="mx-auto grid w-full max-w-page gap-3 p-4">
      <p className="pb-[1.125rem] text-xl font-semibold">
        <span className="sr-only">Loading</span> {title}
      </p>
      <div ref={copyOf(content)} />
    </div>
  );
}
