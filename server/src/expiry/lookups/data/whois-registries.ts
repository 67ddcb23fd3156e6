/** What can't be told from an answer alone, by the registry's top-level domain. */
interface WhoisRegistry {
  /** What it sends that is not UTF-8, in a name of the encoding standard; ISO 8859-1 where none is named. */
  charset?: string;
  /** The words that it writes behind a time: hours east of Greenwich. */
  zones?: Readonly<Record<string, number>>;
}

const easternEurope = { EET: 2, EEST: 3 };
const centralEurope = { CET: 1, CEST: 2 };
const westernEurope = { WET: 0, WEST: 1 };
const moscow = { MSK: 3, MSD: 4 };
const northAmerica = { EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 };

/** Zone words that mean one thing wherever they are used. */
export const commonZones: Readonly<Record<string, number>> = {
  ...easternEurope,
  ...centralEurope,
  ...westernEurope,
  ...moscow,
  CLT: -4,
  CLST: -3,
  JST: 9,
  KST: 9,
};

export const whoisRegistries: Readonly<Record<string, WhoisRegistry>> = {
  am: { zones: { AMT: 4 } },
  ar: { zones: { ART: -3 } },
  au: { zones: { AEST: 10, AEDT: 11, ACST: 9.5, ACDT: 10.5, AWST: 8, EST: 10, EDT: 11 } },
  bd: { zones: { BST: 6 } },
  bo: { zones: { BOT: -4 } },
  br: { zones: { BRT: -3, BRST: -2, AMT: -4 } },
  ca: { zones: { ...northAmerica, AST: -4, ADT: -3, NST: -3.5, NDT: -2.5 } },
  cn: { zones: { CST: 8 } },
  co: { zones: { COT: -5 } },
  cr: { zones: { CST: -6 } },
  cu: { zones: { CST: -5, CDT: -4 } },
  ec: { zones: { ECT: -5 } },
  gg: { zones: { BST: 1 } },
  hk: { zones: { HKT: 8 } },
  id: { zones: { WIB: 7, WITA: 8, WIT: 9 } },
  ie: { zones: { IST: 1 } },
  il: { zones: { IST: 2, IDT: 3 } },
  im: { zones: { BST: 1 } },
  in: { zones: { IST: 5.5 } },
  ir: { zones: { IRST: 3.5, IRDT: 4.5 } },
  je: { zones: { BST: 1 } },
  ke: { zones: { EAT: 3 } },
  kg: { charset: 'windows-1251', zones: { KGT: 6 } },
  mo: { zones: { CST: 8 } },
  mx: { zones: { CST: -6, CDT: -5 } },
  my: { zones: { MYT: 8 } },
  ng: { zones: { WAT: 1 } },
  nz: { zones: { NZST: 12, NZDT: 13 } },
  pe: { zones: { PET: -5 } },
  ph: { zones: { PST: 8, PHT: 8 } },
  pk: { zones: { PKT: 5 } },
  sg: { zones: { SGT: 8 } },
  th: { zones: { ICT: 7 } },
  tr: { charset: 'iso-8859-9', zones: { TRT: 3 } },
  tw: { zones: { CST: 8 } },
  uk: { zones: { BST: 1 } },
  us: { zones: northAmerica },
  uy: { zones: { UYT: -3, UYST: -2 } },
  ve: { zones: { VET: -4 } },
  vn: { zones: { ICT: 7 } },
  za: { zones: { SAST: 2 } },
};
