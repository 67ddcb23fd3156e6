import { describe, expect, test } from 'vitest';
import { type MailItem, mailText } from './mail-text.ts';

const item = (name: string, date: string | null, more: Partial<MailItem> = {}): MailItem => ({
  name,
  what: 'Domain',
  date,
  price: null,
  currency: null,
  ...more,
});

describe('the text for a mail', () => {
  test('has a line for each date, the soonest first, and prices with their currency', () => {
    const { plain } = mailText([
      item('none.example', null, { price: 3 }),
      item('b.example', '2031-02-03T00:00:00.000Z', { price: 1234.5, currency: 'EUR' }),
      item('a.example', '2030-12-01', { what: 'Certificate' }),
    ]);
    expect(plain).toBe(
      'a.example, Certificate, Dec 1, 2030\nb.example, Domain, Feb 3, 2031, €1,234.50\nnone.example, Domain, No date, 3.00',
    );
  });

  test('is a table in HTML, in which a name is a text', () => {
    const { html } = mailText([item('<img src=x onerror=alert(1)>&"', '2030-12-01')]);
    expect(html).toContain('<td align="left">&lt;img src=x onerror=alert(1)&gt;&amp;&quot;</td>');
  });

  test('opens as a mail while its address is short enough', () => {
    const { link } = mailText([item('a&b=c?.example', '2030-12-01')]);
    expect(link).toBe('mailto:?body=a%26b%3Dc%3F.example%2C%20Domain%2C%20Dec%201%2C%202030');
    const many = Array.from({ length: 60 }, (_, at) => item(`a${at}.example`, '2030-12-01'));
    expect(mailText(many).link).toBeNull();
  });
});
