import type { Page } from 'playwright-core';

/** Refuses the next write to a path as if the last confirmation were long ago; a page still reads from there. */
export async function unconfirmedOnce(page: Page, path: string): Promise<void> {
  const json = { error: { message: 'Confirm that it is you first', code: 'CONFIRM_REQUIRED' } };
  let isOver = false;
  await page.route(path, (route) => {
    if (isOver || route.request().method() === 'GET') return route.fallback();
    isOver = true;
    return route.fulfill({ status: 403, json });
  });
}
