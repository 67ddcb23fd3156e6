/** The default target of a proxy test: it answers with the caller's address. */
export const ipEchoUrl = 'https://api.ipify.org?format=json';

/** The targets that the proxy form suggests. */
export const proxyTestUrls = [
  { label: 'IP-echo service (ipify.org)', url: ipEchoUrl },
  { label: 'Search engine (google.com)', url: 'https://www.google.com/' },
  { label: 'CDN (cloudflare.com)', url: 'https://www.cloudflare.com/cdn-cgi/trace' },
  { label: 'Code host (github.com)', url: 'https://github.com/' },
] as const;
