import { isLoopback } from './loopback.ts';

/**
 * What STARTTLS has to do: 'required': encrypt, with a certificate that is verified; 'opportunistic': encrypt where it is
 * offered, with any certificate; 'off': nothing.
 */
const tlsModes = ['required', 'opportunistic', 'off'] as const;

/** The mail server configured by the operator. */
export interface MailServer {
  host: string;
  port: number;
  /** Uses TLS from the start, with a certificate that is verified. */
  secure: boolean;
  tls: (typeof tlsModes)[number];
  login: { user: string; pass: string } | null;
}

/** Reads the one parameter `?tls=`; undefined if there is another one or another value. */
function tlsOf({ protocol, search, searchParams }: URL, host: string): MailServer['tls'] | undefined {
  if (search === '') return isLoopback(host) && protocol === 'smtp:' ? 'opportunistic' : 'required';
  const asked = protocol === 'smtp:' && searchParams.size === 1 ? searchParams.get('tls') : null;
  return tlsModes.find((mode) => mode === asked);
}

/** Reads `smtp://user:password@host:port?tls=…` or `smtps://…`; null if the text is no such address. */
export function readMailServer(text: string): MailServer | null {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname))
    return null;
  if (url.hash !== '' || (url.username === '') !== (url.password === '')) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const tls = tlsOf(url, host);
  if (tls === undefined) return null;
  const secure = url.protocol === 'smtps:';
  try {
    const login = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
    return {
      host,
      port: Number(url.port) || (secure ? 465 : 587),
      secure,
      tls,
      login: url.username === '' ? null : login,
    };
  } catch {
    return null; // Malformed percent-encoding.
  }
}
