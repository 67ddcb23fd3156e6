import { z } from 'zod';
import { linesWithin, moreWords } from '../message.ts';
import { type HttpChannel, below, json } from './outgoing.ts';

const longest = 4000;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const asksToWait = z.object({ parameters: z.object({ retry_after: z.number().min(0) }) });
/** A group that became a supergroup has another id. */
const saysNewChat = z.object({ parameters: z.object({ migrate_to_chat_id: z.int() }) });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const telegram: HttpChannel<'telegram'> = {
  write: ({ url, token, chatId }, message) => {
    const { lines, more } = linesWithin(
      longest,
      message,
      (item) =>
        [`<a href="${escaped(item.url)}">${escaped(item.text)}</a>`, item.details].filter(Boolean).join('\n'),
      (line) => line.length + 1,
    );
    return json(below(url, `bot${token}/sendMessage`), {
      chat_id: chatId,
      text: [...lines, ...(more > 0 ? [moreWords(more)] : [])].join('\n'),
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    });
  },
  movedTo: ({ body }) => {
    const { data } = saysNewChat.safeParse(parsed(body.toString('utf8')));
    return data ? { chatId: String(data.parameters.migrate_to_chat_id) } : null;
  },
  retryAfterOf: ({ body }) => {
    const { data } = asksToWait.safeParse(parsed(body.toString('utf8')));
    return (data?.parameters.retry_after ?? 0) * 1000;
  },
};
