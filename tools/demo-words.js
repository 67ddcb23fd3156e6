// The words that the fictitious portfolio is built from. Nothing in it exists: names are under .example.

const seed = 20_250;

/** A seeded random number generator from 0 to 1 (mulberry32). */
function seededRandom() {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const next = seededRandom();
export const below = (count) => Math.floor(next() * count);
export const pick = (list) => list[below(list.length)];
/** The value in that percentage of calls, else undefined. */
export const often = (percent, value) => (next() * 100 < percent ? value : undefined);
export const secret = (length = 24) =>
  Array.from({ length }, () => pick('abcdefghjkmnpqrstuvwxyz23456789')).join('');
export const tag = (type, value, color) => ({ type, value, ...(color && { color }) });
export const some = (...tags) => tags.filter(Boolean);

export const clients = [
  ...[
    'amberquay',
    'northpier',
    'velmora',
    'tidewick',
    'larkfield',
    'copperglen',
    'juniperworks',
    'sablefinch',
  ],
  ...[
    'oakmeridian',
    'brightloom',
    'harrowgate',
    'mistral-cycles',
    'quillandkey',
    'fernhollow',
    'stonebarrow',
  ],
  ...['lumenkitchen', 'palewater', 'redkiteair', 'saltmarsh', 'thistledown', 'underhill-books', 'wrenhaven'],
  ...['käsekontor', 'crèmerie-lune', 'muñozviajes', 'ostseelicht', 'kobalt-studio', 'tallgrass', 'ember-row'],
  ...['pinewhistle', 'galleon-foods', 'slatecroft', 'marrowstone', 'hazelmoor', 'bluefathom', 'cinderlane'],
];
export const projects = ['relaunch', 'storefront', 'newsroom', 'loyalty', 'migration', 'intranet'];
export const environments = ['production', 'production', 'production', 'staging', 'development'];
export const regions = ['eu-central', 'eu-west', 'us-east', 'us-west', 'ap-southeast'];
