export const proxyTypes = ['HTTP', 'HTTPS', 'SOCKS5'] as const;
export type ProxyType = (typeof proxyTypes)[number];

export const proxyDefaults = { port: 8080, type: 'HTTP', isActive: true } as const;
