// So that neither a theme nor a list flashes.
try {
  const { theme, accessToken, refreshToken } = localStorage;
  const { dataset } = document.documentElement;
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  if (!accessToken && !refreshToken) dataset.signedOut = '';
} catch {
  // The system's theme holds.
}

// No compiled checks, for the CSP.
globalThis.__zod_globalConfig = { jitless: true };
