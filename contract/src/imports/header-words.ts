/**
 * What files call a field in German, French, Spanish, Italian, Dutch, Portuguese, Polish, Czech, Swedish, Turkish and
 * Russian, by the path of what a column becomes; English names stand with the fields. Names of dates are in
 * `date-headers.ts`, those of secrets in `rules/secret-headers.ts`.
 */
const words: Readonly<Record<string, string>> = {
  domain: `domainname, domäne, domaine, nom de domaine, dominio, nombre de dominio, nome dominio, nome del dominio, domein,
    domeinnaam, domínio, nome de domínio, domena, nazwa domeny, doména, název domény, domän, domännamn, alan adı, домен,
    доменное имя, имя домена`,
  name: `bezeichnung, nom, nombre, nome, naam, nazwa, název, namn, isim, имя, название`,
  provider: `anbieter, fournisseur, hébergeur, proveedor, fornitore, aanbieder, leverancier, provedor, fornecedor, dostawca,
    poskytovatel, leverantör, sağlayıcı, провайдер, хостер`,
  email: `e mail adresse, e mail konto, postfach, adresse e mail, adresse mail, correo, correo electrónico, indirizzo email,
    e mailadres, endereço de email, adres e mail, e mailová adresa, e post, e postadress, e posta, почта, эл почта,
    электронная почта`,
  comment: `kommentar, bemerkung, bemerkungen, anmerkung, notiz, notizen, beschreibung, commentaire, commentaires, remarque,
    remarques, comentario, comentarios, nota, notas, commento, opmerking, opmerkingen, notitie, comentário, observações,
    komentarz, uwagi, notatka, notatki, opis, komentář, poznámka, poznámky, anteckning, anteckningar, açıklama, notlar,
    комментарий, примечание, заметка, заметки, описание`,
  country: `land, pays, país, paese, kraj, země, ülke, страна`,
  ip: `ip adresse, adresse ip, dirección ip, indirizzo ip, ip adres, endereço ip, adres ip, ip adresa, ip adress, ip adresi,
    ip адрес`,
  autoRenew: `domain auto renewal status, auto renewal status, auto renew status, renewal option, automatische verlängerung,
    autoverlängerung, auto verlängerung, automatische erneuerung, reconduction automatique, tacite reconduction, auto renouvellement,
    renouvellement automatique, renouvellement auto, renovación automática, autorrenovación, auto renovación,
    rinnovo automatico, automatisch verlengen, automatische verlenging, renovação automática, automatyczne odnawianie, autoodnawianie,
    automatické prodloužení, automatické prodlužování, automatická obnova,
    automatisk förnyelse, otomatik yenileme, автопродление`,
  price: `price yr, price year, price per year, price annual, annual price, yearly price, annual fee, renewal fee, preis,
    preis jahr, preis pro jahr, jahrespreis, kosten, prix, prix an, tarif, precio, precio anual, coste, prezzo,
    prezzo annuo, costo, prijs, prijs per jaar, preço, preço anual, valor, cena, cena za rok, cena roczna, koszt, pris,
    fiyat, ücret, цена, стоимость`,
  currency: `währung, devise, moneda, divisa, valuta, moeda, waluta, měna, para birimi, валюта`,
  status: `zustand, statut, estado, stato, stan, stav, durum, статус`,
  password: `passwort, kennwort, mot de passe, mdp, contraseña, wachtwoord, senha, hasło, heslo, lösenord, şifre, parola,
    пароль`,
  'registratorAccount.registratorType.name': `registrierungsstelle, bureau d enregistrement, registrador,
    agente registrador, rejestrator, registrátor, registratore, регистратор`,
  'tag:client': `customer, customer name, client name, kunde, kundenname, mandant, client, cliente, klant, klantnaam, klient,
    klienci, zákazník, kund, kundnamn, müşteri, клиент, заказчик`,
};

export const headerWords: readonly (readonly [path: string, names: readonly string[]])[] = Object.entries(
  words,
).map(([path, names]) => [path, names.split(/,\s+/)]);
