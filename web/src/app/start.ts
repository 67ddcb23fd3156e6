// Starts the requests of the page in the address before the rest of the code is loaded.
import { queryClient } from '../api/queries.ts';
import { workspacesQuery } from '../api/rights.ts';
import { startSession } from '../api/session.ts';
import { hasTokens } from '../api/tokens.ts';
import { takeWorkspaceFromAddress } from '../api/workspace.ts';
import { pages } from './pages.ts';
import { parseSearch } from '../api/search-params.ts';

// Before any request names it.
takeWorkspaceFromAddress();
// First, so that the requests after it wait for a token that is being refreshed.
void startSession();

const { pathname, search } = location;
const page = pages.get(pathname);
if (hasTokens() && page) {
  page.prefetch(parseSearch(search));
  // What the person may do decides what is shown.
  void queryClient.prefetchQuery(workspacesQuery);
  // The router loads it again and shows the error if that fails.
  page.code().catch(() => undefined);
  // IP addresses use it; coming after the rows it would cause another layout of them all.
  void document.fonts.load("1em 'Geist Mono Variable'");
}
