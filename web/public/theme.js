// Before the first paint.
try {
  const { theme, accessToken, refreshToken } = localStorage;
  const { dataset } = document.documentElement;
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  if (!accessToken && !refreshToken) dataset.signedOut = '';
} catch {
  // No storage.
}

// For the CSP.
globalThis.__zod_globalConfig = { jitless: true };
