// Before the first paint, so that a chosen theme never flashes the other one, nor a list to whoever has to sign in.
try {
  const { theme, accessToken, refreshToken } = localStorage;
  const { dataset } = document.documentElement;
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  if (!accessToken && !refreshToken) dataset.signedOut = '';
} catch {
  // Without storage the system's theme holds.
}

// Before zod is loaded: the content security policy forbids the compiled checks that it would try first.
globalThis.__zod_globalConfig = { jitless: true };
