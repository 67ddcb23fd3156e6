// Asks for what the page of the address needs. Comes before the rest of the code, which takes its time.
import { startSession } from '../api/session.ts';
import { hasTokens } from '../api/tokens.ts';
import { pages } from './pages.ts';
import { parseSearch } from '../api/search-params.ts';

// First, so that the calls after it wait for a token that is being refreshed.
void startSession();

const { pathname, search } = location;
if (hasTokens() && pathname in pages) {
  const page = pages[pathname as keyof typeof pages];
  page.ask(parseSearch(search));
  // The router loads it again, and says so when that fails.
  page.code().catch(() => undefined);
  // Addresses stand in it: if it came after the rows, they would all be laid out again.
  void document.fonts.load("1em 'Geist Mono Variable'");
}
