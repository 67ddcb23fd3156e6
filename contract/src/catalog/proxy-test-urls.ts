/** What a proxy is tested against by default: it answers the address that it was called from. */
export const ipEchoUrl = 'https://api.ipify.org?format=json';

/** What the proxy form offers as the test's target, besides one typed by hand. */
export const proxyTestUrls = [
  { label: 'IP-echo service (ipify.org)', url: ipEchoUrl },
  { label: 'Search engine (google.com)', url: 'https://www.google.com/' },
  { label: 'CDN (cloudflare.com)', url: 'https://www.cloudflare.com/cdn-cgi/trace' },
  { label: 'Code host (github.com)', url: 'https://github.com/' },
] as const;
