// Before the first paint, so that a chosen theme never flashes the other one.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's theme holds.
}

// Before zod is loaded: the content security policy forbids the compiled checks that it would try first.
globalThis.__zod_globalConfig = { jitless: true };
