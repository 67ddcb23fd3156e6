import { proxyCountries, serverCountries } from '../catalog/countries.ts';
import { folded } from '../rules/folded.ts';

type Country = (typeof proxyCountries)[number] | (typeof serverCountries)[number];

/** The codes of ISO 3166-1 of each country that our lists have, and other names in English. */
const codes: Readonly<Record<Country, readonly [two: string, three: string, ...others: string[]]>> = {
  'United States': ['US', 'USA', 'U.S.', 'U.S.A.', 'America', 'United States of America'],
  'United Kingdom': [
    'GB',
    'GBR',
    'UK',
    'U.K.',
    'Great Britain',
    'England',
    'Großbritannien',
    'Grande-Bretagne',
  ],
  Germany: ['DE', 'DEU'],
  France: ['FR', 'FRA'],
  Netherlands: ['NL', 'NLD', 'The Netherlands', 'Holland'],
  Canada: ['CA', 'CAN'],
  Australia: ['AU', 'AUS'],
  Japan: ['JP', 'JPN'],
  Singapore: ['SG', 'SGP'],
  'Hong Kong': ['HK', 'HKG'],
  'South Korea': ['KR', 'KOR', 'Korea', 'Republic of Korea'],
  India: ['IN', 'IND'],
  Brazil: ['BR', 'BRA'],
  Mexico: ['MX', 'MEX'],
  Argentina: ['AR', 'ARG'],
  Chile: ['CL', 'CHL'],
  Spain: ['ES', 'ESP'],
  Italy: ['IT', 'ITA'],
  Poland: ['PL', 'POL'],
  'Czech Republic': ['CZ', 'CZE', 'Česká republika'],
  Austria: ['AT', 'AUT'],
  Switzerland: ['CH', 'CHE', 'Suisse', 'Svizzera'],
  Belgium: ['BE', 'BEL', 'Belgique'],
  Denmark: ['DK', 'DNK'],
  Sweden: ['SE', 'SWE'],
  Norway: ['NO', 'NOR'],
  Finland: ['FI', 'FIN'],
  Ireland: ['IE', 'IRL'],
  Portugal: ['PT', 'PRT'],
  Greece: ['GR', 'GRC'],
  Turkey: ['TR', 'TUR'],
  Russia: ['RU', 'RUS', 'Russian Federation'],
  Ukraine: ['UA', 'UKR'],
  Romania: ['RO', 'ROU'],
  Bulgaria: ['BG', 'BGR'],
  Hungary: ['HU', 'HUN'],
  Croatia: ['HR', 'HRV'],
  Serbia: ['RS', 'SRB'],
  Israel: ['IL', 'ISR'],
  'South Africa': ['ZA', 'ZAF'],
  Egypt: ['EG', 'EGY'],
  Morocco: ['MA', 'MAR'],
  'United Arab Emirates': ['AE', 'ARE', 'UAE', 'Emirates'],
  'Saudi Arabia': ['SA', 'SAU'],
};

const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'cs', 'sv', 'tr', 'ru'];

/** Every name and code, with the country in our lists. Names in other languages are those that Intl has. */
function namesOfCountries(): ReadonlyMap<string, string> {
  const inLanguage = new Map<string, Intl.DisplayNames>();
  const nameIn = (language: string, code: string): string | undefined => {
    const known = inLanguage.get(language) ?? new Intl.DisplayNames(language, { type: 'region' });
    inLanguage.set(language, known);
    return known.of(code);
  };
  const names = new Map<string, string>();
  for (const [country, known] of Object.entries(codes)) {
    const [code] = known;
    const own = new Intl.Locale(`und-${code}`).maximize().language;
    const local = [...languages, own].map((language) => nameIn(language, code));
    for (const name of [country, ...known, ...local])
      if (name !== undefined) names.set(folded(name), country);
  }
  return names;
}

let cached: ReadonlyMap<string, string> | undefined;

/** The name that our lists have for a country's name, code or local name; null: none has it. */
export function listedCountry(text: string): string | null {
  cached ??= namesOfCountries();
  return cached.get(folded(text.trim())) ?? null;
}
