import type { Values } from '@quartermaster/contract/rules/same';

/** 'example.com', '192.0.2.1:8443/panel': a web address without its scheme. */
const bareAddress = /^[^\s:/?#@]+\.[^\s:/?#@.]+(:\d+)?([/?#]\S*)?$/;

/** Adds https to a web address without a scheme. */
export function withScheme(text: string): string {
  const typed = text.trim();
  return bareAddress.test(typed) ? `https://${typed}` : text;
}

/** A value of several lines, such as a PEM key, keeps its blanks; the others are trimmed. */
function sentCredential(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  return lines.trim().includes('\n') ? lines : lines.trim();
}

const sentCredentials = (credentials: object): Values =>
  Object.fromEntries(
    Object.entries(credentials).map(([name, value]) => [
      name,
      typeof value === 'string' ? sentCredential(value) : value,
    ]),
  );

/** The texts to send: credentials of one line trimmed, web addresses with a scheme. */
export const sentTexts = (body: Values): Values =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (name.endsWith('Url') && typeof value === 'string') return [name, withScheme(value)];
      if (name === 'apiCredentials' && typeof value === 'object' && value !== null)
        return [name, sentCredentials(value)];
      return [name, value];
    }),
  );
