// Runs before the first paint, so that neither the wrong theme nor a list that needs a sign-in flashes.
try {
  const { theme, accessToken, refreshToken } = localStorage;
  const { dataset } = document.documentElement;
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  if (!accessToken && !refreshToken) dataset.signedOut = '';
} catch {
  // Without storage, the system's theme applies.
}

// Set before zod loads: the content security policy forbids the compiled checks that it would try first.
globalThis.__zod_globalConfig = { jitless: true };
