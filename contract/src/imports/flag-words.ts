import { folded } from '../rules/folded.ts';
import { columnName } from './column-name.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(folded));

const yes = setOf(
  `yes y true t 1 on enabled enable active activated x ✓ ✔ ☑ ✅ ja j wahr ein an aktiv aktiviert oui o vrai actif active
   activé activée sí si verdadero activo activado sim verdadeiro ativo ativado vero attivo attivato waar aan actief
   tak prawda włączone włączony aktywny ano pravda zapnuto aktivní áno sant på evet doğru açık etkin jo kyllä wł
   да д истина вкл включено активно`,
);
const no = setOf(
  `no n false f 0 off disabled disable inactive deactivated ✗ ✘ ☐ ❌ nein falsch aus inaktiv deaktiviert non faux inactif
   désactivé désactivée falso inactivo desactivado não inativo desativado inattivo disattivato nee onwaar uit
   inactief nie fałsz wyłączone wyłączony nieaktywny ne nepravda vypnuto neaktivní nej falskt av inaktiv hayır yanlış nei ei wył
   kapalı нет н ложь выкл выключено неактивно`,
);

/** What a cell says of a flag, in any of our languages and any case; null: something else. */
export function flagOf(text: string): boolean | null {
  const word = folded(text.trim());
  return yes.has(word) ? true : no.has(word) ? false : null;
}

const byItself = /^(?:auto|automati|otomatik|авто)\S*(?: renew(?:s|al)?)?$|^renews? automatically$/;
const byHand =
  /^(?:manual|manuell|manuel|handmatig|reczn|rucn|вручную)\S*(?: renew(?:s|al)?)?$|^renews? manually$|^(?:do not|don t|no) renew(?:al)?$/;

/** The same of what renews itself: 'auto', 'manual'. */
export function autoRenewOf(text: string): boolean | null {
  const words = folded(columnName(text));
  return byItself.test(words) ? true : byHand.test(words) ? false : flagOf(text);
}
