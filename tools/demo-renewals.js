// Until when things of the fictitious portfolio are paid, and what a renewal costs.

const dayIn = (now, days) => new Date(now + days * 86_400_000).toISOString().slice(0, 10);
const renewal = (index, price) => ({
  autoRenew: ['YES', 'NO', 'UNKNOWN'][index % 3],
  ...(price !== null && { price, currency: 'EUR', payer: 'Amber Quay Ltd' }),
});

/** Rows of which those at some places are paid until a day, each so many days later and so much dearer than the last. */
export const withRenewals = (rows, places, now, [days, apart], [price, dearer]) =>
  rows.map((row, at) => {
    const index = places.indexOf(at);
    if (index === -1) return row;
    const paidUntil = `${dayIn(now, days + index * apart)}T00:00:00.000Z`;
    return { ...row, paidUntil, ...renewal(index, price + index * dearer) };
  });

/** Dates on records: an index into the list of an area, days from today, and what it costs. */
const dates = [
  ...[1, 4, 12].map((at) => ['proxies', at, 'proxy', 11 + at * 12, 8, null]),
  ...[0, 2, 6].map((at) => ['registrator-accounts', at, 'key', -1 + at * 9, null, 'Renewal script']),
];
export const dateRows = (now) =>
  dates.map(([area, at, what, days, price, label], index) => ({
    area,
    at,
    what,
    date: dayIn(now, days),
    label,
    ...renewal(index, price),
  }));
