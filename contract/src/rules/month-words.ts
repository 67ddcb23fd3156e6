import { folded } from './folded.ts';

/**
 * What months are called in English, German, French, Spanish, Italian, Dutch, Portuguese, Polish, Czech, Slovak, Swedish,
 * Turkish and Russian: names, their forms behind a day, known abbreviations.
 */
const months = [
  `january jan januar jänner jän janvier janv enero ene gennaio gen januari janeiro styczeń stycznia sty leden ledna led
   január januára ocak oca январь января янв`,
  `february feb februar feber février févr fév febrero febbraio februari fevereiro fev luty lutego lut únor února úno
   február februára şubat şub февраль февраля февр фев`,
  `march mar märz maerz mär mrz mars marzo maart mrt março marzec marca březen března bře marec mart март марта мар`,
  `april apr avril avr abril abr aprile kwiecień kwietnia kwi duben dubna dub apríl apríla nisan nis апрель апреля апр`,
  `may mai mayo maggio mag mei maio maj maja květen května kvě máj mája mayıs май мая`,
  `june jun juni juin junio giugno giu junho czerwiec czerwca cze červen června čvn jún júna haziran haz июнь июня июн`,
  `july jul juli juillet juil julio luglio lug julho lipiec lipca lip červenec července čvc júl júla temmuz tem
   июль июля июл`,
  `august aug août agosto ago augustus sierpień sierpnia sie srpen srpna srp augusta augusti ağustos ağu
   август августа авг`,
  `september sept sep septembre septiembre setiembre settembre set sett setembro wrzesień września wrz září zář
   septembra eylül eyl сентябрь сентября сент сен`,
  `october oct oktober okt octobre octubre ottobre ott outubro out październik października paź říjen října říj
   október októbra ekim eki октябрь октября окт`,
  `november nov novembre noviembre novembro listopad listopada listopadu lis novembra kasım kas ноябрь ноября нояб ноя`,
  `december dec dezember dez décembre déc diciembre dic dicembre dezembro grudzień grudnia gru prosinec prosince pro
   decembra aralık ara декабрь декабря дек`,
];

const byWord = new Map(
  months.flatMap((words, at) => words.split(/\s+/).map((word) => [folded(word), at + 1] as const)),
);

/** The number of a month, from 1, by its whole name or a known abbreviation; null for any other word. */
export const monthNumber = (word: string): number | null =>
  byWord.get(folded(word.replace(/\.$/, ''))) ?? null;
