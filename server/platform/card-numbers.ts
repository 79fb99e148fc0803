import { DomainError } from "./errors.ts";
import { msg } from "./i18n/messages.ts";

/** A text field contains a card number. Thrown before anything is stored or logged. */
class PanRejected extends DomainError {
  constructor(field: string) {
    super("PAN_REJECTED", msg("Remove the card number. Only enter card numbers in the payment form."), {
      details: { field },
    });
  }
}

// ISO/IEC 7812 prefixes of the accepted networks: Visa, Mastercard, American Express, Discover, Diners, JCB, UnionPay, Maestro.
const issuers =
  /^(4|5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720)|3[47]|6011|64[4-9]|65|30[0-5]|3095|36|3[89]|35(2[89]|[3-8])|62|50|5[6-9]|6[0-9])/;
const candidates = /(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d.]\d|\d)/g;

/** Luhn check: the check digit of ISO/IEC 7812-1, annex B. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [at, digit] of [...digits].toReversed().entries()) {
    const doubled = Number(digit) * (at % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** UUIDs. Some random digits pass the Luhn check, and their groups belong to the id. */
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Whether a text contains a separate card number: 13 to 19 digits, grouped or not. */
export function holdsCardNumber(text: string): boolean {
  return [...text.replaceAll(ids, "id").matchAll(candidates)].some(([found]) => {
    const digits = found.replaceAll(/[ -]/g, "");
    return issuers.test(digits) && passesLuhn(digits);
  });
}

/** @throws PanRejected when the text contains a card number */
export function rejectCardNumbers(text: string | null | undefined, field: string): void {
  if (text && holdsCardNumber(text)) throw new PanRejected(field);
}
