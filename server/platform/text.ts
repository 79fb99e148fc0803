import { BadInput } from "./errors.ts";
import { inEnglish, msg } from "./i18n/messages.ts";
import type { Message } from "./i18n/messages.ts";

/*
 * All rules for texts. Two layers: `checkTexts` validates everything that a client sends, at the edges (GraphQL variables and
 * literals, HTTP paths, queries and bodies). `readLine`, `readText` and `readName` normalize a value of a known kind. Domain code
 * calls only the second layer.
 */

/** Maximum nesting of arrays and objects in any request. */
const maxDepth = 64;

// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
/** Bidirectional control characters. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/**
 * Texts of only invisible characters. The list after the properties: blank braille, interlinear marks, object replacement, null
 * notehead.
 */
const blank = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffc\u{1d159}]*$/u;
/** Invisible characters without function. Joiners (U+200C, U+200D) and variation selectors stay: scripts and emoji need them. */
const fillers = /[\u00ad\u200b\u2060-\u2064\ufeff]/g;

/** The fault of a text in any place, as a sentence; null for none. */
export function faultOf(text: string): Message | null {
  if (!text.isWellFormed()) return msg("This text has an incomplete character. Remove it and type it again.");
  if (controls.test(text)) return msg("This text has a control character. Remove it and type it again.");
  return null;
}

/** Whether a text is invisible: spaces, zero-width characters, fillers. */
export const isBlank = (text: string): boolean => blank.test(text);

/** Path of a nested value in the client's notation: `profile.links`. List items have no name. */
const fieldWithin = (field: string, parent: object, key: string) =>
  Array.isArray(parent) ? field : field === "" ? key : `${field}.${key}`;

/**
 * Validates every text within a JSON value, keys included, and its nesting depth. Iterative, not recursive.
 * @param field the client's name of the value; a nested text is named by its path
 * @throws BadInput
 */
export function checkTexts(value: unknown, field = ""): void {
  walk(value, field, (text, name) => {
    const fault = faultOf(text);
    if (fault) throw new BadInput(name, fault);
  });
}

/** Validates the nesting depth of a JSON value whose texts are normalized later. @throws BadInput */
export const checkNesting = (value: unknown, field = ""): void => walk(value, field, () => {});

function walk(value: unknown, field: string, check: (text: string, field: string) => void): void {
  const open: { readonly value: unknown; readonly field: string; readonly depth: number }[] = [
    { value, field, depth: 0 },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: found, field: name, depth } = next;
    if (typeof found === "string") check(found, name);
    else if (typeof found === "object" && found !== null) {
      if (depth >= maxDepth)
        throw new BadInput(name.slice(0, 100), inEnglish(`Nest at most ${maxDepth} levels deep.`));
      for (const [key, child] of Object.entries(found)) {
        check(key, name);
        if (typeof child === "string" || (typeof child === "object" && child !== null))
          open.push({ value: child, field: fieldWithin(name, found, key), depth: depth + 1 });
      }
    }
  }
}

function checkLine(line: string, field: string): void {
  const fault = faultOf(line);
  if (fault) throw new BadInput(field, fault);
  if (directions.test(line))
    throw new BadInput(field, msg("Remove the characters that change the reading direction."));
}

/** Normalizes a one-line text. @param max maximum length in characters @throws BadInput if it is empty or invisible */
export function readLine(given: string, field: string, max: number): string {
  const line = given.replaceAll(/\s+/g, " ").trim();
  checkLine(line, field);
  if (isBlank(line) || line.length > max)
    throw new BadInput(field, msg("Enter 1 to {max} characters.", { max }));
  return line;
}

/** Normalizes a multi-line text; an invisible one becomes empty. @param max maximum length in characters @throws BadInput */
export function readText(given: string, field: string, max: number): string {
  const fault = faultOf(given);
  if (fault) throw new BadInput(field, fault);
  const text = given.replaceAll(/\r\n?/g, "\n").trim();
  if (text.length > max) throw new BadInput(field, msg("Enter at most {max} characters.", { max }));
  return isBlank(text) ? "" : text;
}

/** Country-code TLDs, and other TLDs that email clients turn into links. */
const endings = new Set(
  `ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf cg ch ci ck cl
  cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg gh gi gl gm gn gp gq gr gs gt
  gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv
  ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm
  pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to
  tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw
  academy agency app art asia best bet bid biz blog bond buzz cam cash casino center cfd chat click cloud club com company cyou dance
  date dev digital download edu email example exchange expert finance fit fun fund game games gift gifts global gov group guru help
  host icu info ink int invalid link live loan ltd market media men mil mobi money name net network news ninja one online onion org page
  party pics pictures plus press pro promo quest racing review rest rocks sale sbs science services sex sexy shop site social software
  solutions space store stream studio support surf systems team tech test tips today tools top trade travel vip website wiki win work
  works world wtf xin xxx xyz zip zone`.split(/\s+/),
);
/** Labels joined by dots, like host names; the last is the TLD. Full stops of other scripts lead to the same hosts. */
const hosts = /[\p{L}\p{N}-]+(?:[.\u3002\uff0e\uff61][\p{L}\p{N}-]+)+/gu;

/** Whether an email client would turn a part of a name into a link. `J.Lo` and `Dr. No` are allowed. */
function holdsLink(text: string): boolean {
  const plain = text.normalize("NFKC").toLowerCase();
  if (/:\/\/|\bwww[.\u3002]|\bxn--|\bmailto:/u.test(plain)) return true;
  return [...plain.matchAll(hosts)].some(([host]) =>
    endings.has(host.slice(host.search(/[^.\u3002\uff0e\uff61]+$/u))),
  );
}

/**
 * Normalizes the name of a person or a profile. It is one line with a letter or a number of any script. It contains nothing that
 * email clients turn into a link, since greetings include it.
 * @param max maximum length in characters
 * @throws BadInput
 */
export function readName(given: string, field: string, max: number): string {
  const name = given.replaceAll(fillers, "").replaceAll(/\s+/g, " ").trim();
  checkLine(name, field);
  if (isBlank(name) || name.length > max)
    throw new BadInput(field, msg("Enter 1 to {max} characters.", { max }));
  if (!/[\p{L}\p{N}]/u.test(name.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")))
    throw new BadInput(field, msg("Use at least one letter or number."));
  if (holdsLink(name)) throw new BadInput(field, msg("A name can’t be a web address."));
  return name;
}
