// Starts the requests of the page in the address before the rest of the code loads.
import { onOtherTabs } from '../api/other-tabs.ts';
import { queryClient } from '../api/queries.ts';
import { currencyNow, workspacesQuery } from '../api/rights.ts';
import { startSession } from '../api/session.ts';
import { hasTokens } from '../api/tokens.ts';
import { takeWorkspaceFromAddress } from '../api/workspace.ts';
import { methodsQuery } from '../features/login/methods.ts';
import { readCurrencyBy } from '../records/dates/renewal-text.ts';
import { pages, signInPage } from './pages.ts';
import { parseSearch } from '../api/search-params.ts';

// What another tab wrote is refetched at once if this tab is visible, otherwise when it is next looked at.
onOtherTabs(() => void queryClient.invalidateQueries({ refetchType: document.hidden ? 'none' : 'active' }));
// Before any request names the workspace.
takeWorkspaceFromAddress();
readCurrencyBy(currencyNow);
// First, so that later requests wait for a token that is being refreshed.
void startSession();

if (!hasTokens()) {
  signInPage().catch(() => undefined);
  void queryClient.prefetchQuery(methodsQuery);
}

const { pathname, search } = location;
const page = pages.get(pathname);
if (hasTokens() && page) {
  page.prefetch?.(parseSearch(search));
  // Rights decide what is shown.
  void queryClient.prefetchQuery(workspacesQuery);
  // The router loads it again, and shows the error if that fails.
  page.code().catch(() => undefined);
  // IP addresses use this font; arriving after the rows, it would cause another layout of all rows.
  void document.fonts.load("1em 'Geist Mono Variable'");
}
