import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import { alertOf } from '../../test/told.ts';
import { httpChannels } from './channels/all.ts';
import { type Message, messageOf } from './message.ts';
import { waitMs } from './outcomes.ts';
import type { DeliveryRow } from './queue.ts';
import { subjectOf, subjectOfMany } from './words.ts';

const nasty = '<!channel> @everyone <@1> *a* [b](https://evil.example) & <b>"c"</b> `d` 中文';

function messageAbout(alerts: readonly Alert[], more: Partial<DeliveryRow> = {}): Message {
  const [first = alertOf()] = alerts;
  return messageOf({
    ownerId: 'w',
    id: 'key',
    event: 'alert.crossed',
    channelIds: null,
    channelId: 'c',
    userId: null,
    alertId: first.id,
    subject: subjectOf(first),
    distance: first.distance,
    told: JSON.stringify({ alerts: alerts.slice(0, 100), count: alerts.length }),
    state: 'waiting',
    attempts: '[]',
    attempted: 0,
    until: 0,
    nextAt: 0,
    sentAt: null,
    createdAt: 0,
    settled: '{}',
    ...more,
  });
}
const one = messageAbout([alertOf({ name: nasty, renewal: 'unconfirmed' })]);
const many = messageAbout(
  Array.from({ length: 1800 }, (_, n) => alertOf({ name: `${n} ${'x'.repeat(180)}` })),
);
const url = 'https://hooks.example/T';
const parsed = ({ body }: { body: string }) => JSON.parse(body) as Record<string, unknown>;

describe('a message', () => {
  test('names domains as the pages do: in Unicode, unless that imitates another name', () => {
    const subject = (name: string, area: Alert['area'] = 'domains') => subjectOf(alertOf({ area, name }));
    assert.equal(subject('xn--mnchen-3ya.example'), 'münchen.example: domain expires in 7 days');
    assert.equal(subject('xn--pypal-4ve.com'), 'xn--pypal-4ve.com: domain expires in 7 days');
    assert.equal(subject('xn--mnchen-3ya', 'servers'), 'xn--mnchen-3ya: domain expires in 7 days');
    const first = alertOf({ area: 'domains', name: 'xn--mnchen-3ya.example' });
    assert.equal(subjectOfMany([first], 30), '30 alerts, the most urgent about münchen.example');
  });

  test('for Slack mentions nobody and stays within its blocks', () => {
    const { slack } = httpChannels;
    const sent = slack.write({ url }, one);
    assert.equal(sent.url, url);
    assert.match(sent.body, /&lt;!channel&gt;/);
    assert.doesNotMatch(sent.body, /<!channel>|<@1>/);
    assert.match(sent.body, /<http:\/\/localhost:4000\/domains\/1\|/);
    assert.match(sent.body, /9 March 2027\. It was renewed by the registry/);
    const { blocks } = parsed(slack.write({ url }, many)) as { blocks: { text: { text: string } }[] };
    assert.equal(blocks.length, 46);
    assert.equal(blocks.at(-1)?.text.text, 'and 1755 more');
  });

  test('for Discord pings nobody, in at most 2,000 characters', () => {
    const { discord } = httpChannels;
    const { content, allowed_mentions: mentions } = parsed(discord.write({ url }, one));
    assert.deepEqual(mentions, { parse: [] });
    assert.match(String(content), /\\<!channel\\> \\@everyone/);
    assert.match(String(content), /\\\[b\\\]/);
    const long = String(parsed(discord.write({ url }, many))['content']);
    assert.ok(long.length <= 2000, String(long.length));
    assert.match(long, /and 17\d\d more$/);
  });

  test('for Teams is a card of text runs, alone where a flow wants it, below 28 kB', () => {
    const { teams } = httpChannels;
    const message = parsed(teams.write({ url, bareCard: false }, one)) as {
      type: string;
      attachments: { contentType: string; content: object }[];
    };
    assert.equal(message.type, 'message');
    assert.equal(message.attachments[0]?.contentType, 'application/vnd.microsoft.card.adaptive');
    const bare = parsed(teams.write({ url, bareCard: true }, one));
    assert.deepEqual(bare, message.attachments[0]?.content);
    assert.match(JSON.stringify(bare), /"type":"TextRun"/);
    assert.doesNotMatch(JSON.stringify(bare), /"TextBlock"/);
    assert.ok(Buffer.byteLength(teams.write({ url, bareCard: false }, many).body) < 28_000);
  });

  test('for Telegram is escaped HTML of at most 4,096 characters', () => {
    const { telegram } = httpChannels;
    const config = { url: 'https://api.telegram.org/', token: '1:a', chatId: '-5' };
    const sent = telegram.write(config, one);
    assert.equal(sent.url, 'https://api.telegram.org/bot1:a/sendMessage');
    const { text, chat_id: chat, parse_mode: mode } = parsed(sent);
    assert.deepEqual([chat, mode], ['-5', 'HTML']);
    assert.match(String(text), /&lt;b&gt;&quot;c&quot;&lt;\/b&gt;/);
    assert.ok(String(parsed(telegram.write(config, many))['text']).length <= 4096);
    const answer = { status: 429, headers: {}, truncated: false, host: '' };
    const body = Buffer.from('{"ok":false,"parameters":{"retry_after":31}}');
    assert.equal(telegram.retryAfterOf?.({ ...answer, body }), 31_000);
    assert.equal(telegram.retryAfterOf?.({ ...answer, body: Buffer.from('<html>') }), 0);
  });

  test('for ntfy and Apprise is plain text with an urgency', () => {
    const { ntfy, apprise } = httpChannels;
    for (const [distance, priority, type] of [
      [30, 3, 'info'],
      [7, 4, 'warning'],
      [0, 5, 'failure'],
      [-1, 5, 'failure'],
    ] as const) {
      const message = messageAbout([alertOf({ distance })]);
      const sent = ntfy.write({ url: 'https://ntfy.sh', topic: 'ops', token: 'tk' }, message);
      assert.equal(sent.headers?.['authorization'], 'Bearer tk');
      const { topic, title, priority: given, click } = parsed(sent);
      assert.deepEqual([topic, given, click], ['ops', priority, 'http://localhost:4000/domains/1']);
      assert.equal(title, 'example.com: domain expires in 7 days');
      const told = apprise.write({ url: 'http://apprise.example/', key: 'k', tag: 'night' }, message);
      assert.equal(told.url, 'http://apprise.example/notify/k');
      assert.deepEqual([parsed(told)['type'], parsed(told)['tag']], [type, 'night']);
    }
    assert.ok(String(parsed(ntfy.write({ url, topic: 't', token: null }, many))['message']).length <= 1300);
  });

  test('waits a minute after its first attempt, then twice as long, at most six hours', () => {
    for (const [attempted, minutes] of [
      [1, 1],
      [2, 2],
      [5, 16],
      [9, 256],
      [10, 360],
      [1000, 360],
    ] as const) {
      assert.equal(waitMs(attempted, 1), minutes * 60_000);
      assert.equal(waitMs(attempted, 0), minutes * 60_000 * 0.9);
    }
  });
});
