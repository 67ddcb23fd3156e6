import { folded } from '../rules/folded.ts';
import { columnName } from './column-name.ts';

/** Finds a word of a name, as `columnName` leaves it, by how it begins. */
const begins = (words: string): RegExp => {
  const each = words.split(',').map((word) => folded(word.trim()));
  return new RegExp(`(?:^| )(?:${each.join('|')})`, 'u');
};
/** Things with a date of their own: it is never the record's. */
const ofAnotherThing = begins(
  `ssl, tls, https, cert, zertif, sertif, сертиф, invoice, rechnung, factur, fattur, fatur, faktur, счет, bill, hosting,
   server, mail, e mail, backup, privacy, passw, kennw, kundig, cancel, licen, lizenz`,
);
/** What has been. */
const past = begins(
  `creat, regist, enregistr, rejestr, регистр, update, modif, chang, add(?:ed)?(?: |$), start, order, since, seen, last, purchas,
   renewed, erneuert, bought, transfer, erstell, angelegt, anlage, bestell, aktualis, geandert, anderung, beginn, seit, gekauft, cree, crea,
   achat, debut, mise? a jour, maj(?: |$), alta(?: |$), inicio, compra, actualiz, cambi, aggiorn, acquist, inizio,
   aangemaakt, gekocht, gewijzigd, bijgewerkt, begin, criac, criad, atualiz, alterac, utworz, zalozen, zakup, zmian, zmien, aktualiz,
   vytvor, zmen, porizen, skapa, uppdater, andrad, kopt, olustur, kayit, guncel, baslang, создан, обновл, измен, покупк, начал`,
);
/** When it ends. */
const expiry = begins(
  `expir, exp(?: |$), regist[a-z]* (?:until|till|bis), ablauf, lauft ab, echeance, vencim, vence, caduc, scad, verval, verloop, wygas,
   vyprs, utgang, upphor, forfall, bitis, sona er, son kullan, истек, истеч, оконч`,
);
/** What comes to the same. */
const renewal = begins(
  `renew, due(?: |$), valid, paid (?:until|till|to|thru|through), until, end(?:s|ing)?(?: |$), verlanger, fallig, gultig,
   bezahlt bis, ende(?:t|datum)?(?: |$), vertragsende, laufzeitende, bis(?: |$), renouvel, valable, fin(?: |$), jusqu,
   renovac, pagado hasta, hasta, rinnov, fino, verleng, geldig, einddatum, betaald tot, validade, pago ate, ate(?: |$),
   odnow, wazn, termin, kon(?:ca|iec)(?: |$), oplacon, prodlouz, prodluz, plat(?:n|i), konec(?: |$), konce(?: |$), fornya, fornye, giltig,
   slut, yenile, gecerl, продлен, действ, срок, оплач`,
);
const domain = begins('domain, domein, domen, domin, alan ad, домен');

/**
 * How surely a column's name says that its dates are when the record ends; null: they are other dates. `own` is what the
 * record is called in such names: 'hosting'.
 */
export function expirySurety(header: string, own?: string): number | null {
  const words = columnName(header).split(' ');
  const name = words.filter((word) => word !== own).join(' ');
  if (ofAnotherThing.test(name)) return null;
  if (expiry.test(name)) return domain.test(name) ? 4 : 3;
  if (past.test(name)) return null;
  if (renewal.test(name)) return domain.test(name) ? 2 : 1;
  return 0;
}
