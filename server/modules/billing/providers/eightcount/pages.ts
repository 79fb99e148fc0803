import { cardFieldSource } from "../../../../../contract/card-field.ts";
import { directionOf } from "../../../../../contract/locales.ts";
import { msg, translate } from "../../../../platform/i18n/messages.ts";
import type { Message } from "../../../../platform/i18n/messages.ts";

/** Escapes text for HTML, attributes included. */
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (found) => `&#${found.codePointAt(0)};`);

/** A text for HTML in a language. */
const writerOf =
  (locale: string) =>
  (message: Message): string =>
    escapeHtml(translate(message, locale));

const page = (locale: string, title: Message, head: string, body: string): string => `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${writerOf(locale)(title)}</title>
<link rel="stylesheet" href="/gateway.css">
${head}
</head>
${body}
</html>`;

/** What the script of the card fields shows. */
const fieldTexts = {
  number: msg("Enter the card number."),
  digits: msg("Digits are missing."),
  digit: msg("One digit is missing."),
  notACard: msg("This isn’t a card number. Check the digits."),
  expiry: msg("Enter month and year."),
  month: msg("Enter a month from 01 to 12."),
  expired: msg("This card has expired."),
  cvc: msg("Enter the security code."),
};

/** The page with the card fields, for an iframe. */
export function cardFieldPage(locale: string): string {
  const say = writerOf(locale);
  const texts = Object.fromEntries(
    Object.entries(fieldTexts).map(([name, message]) => [name, translate(message, locale)]),
  );
  return page(
    locale,
    msg("Card"),
    '<script type="module" src="/card-field.js"></script>',
    `<body class="field">
<form id="card" novalidate data-texts="${escapeHtml(JSON.stringify(texts))}">
  <div class="row">
    <label for="number">${say(msg("Card number"))}</label>
    <input id="number" name="number" inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" maxlength="23" aria-describedby="number-fault">
    <p class="fault" id="number-fault" role="alert"></p>
  </div>
  <div class="pair">
    <div class="row">
      <label for="expiry">${say(msg("Expires", {}, { context: "label of a card’s expiry date" }))}</label>
      <input id="expiry" name="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="${say(msg("MM / YY"))}" maxlength="9" aria-describedby="expiry-fault">
      <p class="fault" id="expiry-fault" role="alert"></p>
    </div>
    <div class="row">
      <label for="cvc">${say(msg("Security code"))}</label>
      <input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="123" maxlength="4" aria-describedby="cvc-fault">
      <p class="fault" id="cvc-fault" role="alert"></p>
    </div>
  </div>
  <button class="unseen" tabindex="-1" aria-hidden="true">${say(msg("Use this card"))}</button>
</form>
</body>`,
  );
}

/** The test bank's page: approve or decline. */
export function confirmPage(
  payment: { ref: string; what: string; amount: string; isOpen: boolean },
  locale: string,
): string {
  const say = writerOf(locale);
  return page(
    locale,
    msg("Confirm the payment"),
    "",
    `<body class="bank">
<main>
  <p class="banner">${say(msg("Test mode: no bank is asked, and nothing is charged."))}</p>
  <h1>${say(msg("Confirm it’s you"))}</h1>
  <p>${escapeHtml(payment.what)}<br><b>${escapeHtml(payment.amount)}</b></p>
  ${
    payment.isOpen
      ? `<form method="post" action="/confirm/${escapeHtml(payment.ref)}">
    <button name="answer" value="approve">${say(msg("Approve", {}, { context: "a payment, at the bank" }))}</button>
    <button name="answer" value="fail" class="plain">${say(msg("Fail"))}</button>
  </form>`
      : `<p>${say(msg("This payment was answered already. You can close this page."))}</p>`
  }
</main>
</body>`,
  );
}

export const gatewayStyles = `
:root { color-scheme: dark; --ink: oklch(0.965 0.01 80); --muted: oklch(0.69 0.014 40); --field: oklch(0.2 0.016 335); --line: oklch(0.56 0.018 335); --room: oklch(0.158 0.014 335); --fault: oklch(0.76 0.14 22); --focus: var(--ink); }
:root[data-theme=daylight] { color-scheme: light; --ink: oklch(0.225 0.022 335); --muted: oklch(0.49 0.022 350); --field: oklch(0.94 0.015 76); --line: oklch(0.595 0.02 55); --room: oklch(0.968 0.012 78); --fault: oklch(0.49 0.17 26); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 "Instrument Sans", system-ui, sans-serif; color: var(--ink); background: var(--room); }
body.field { padding: 4px; }
form { display: grid; gap: 16px; margin: 0; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
.row { display: grid; gap: 4px; align-content: start; min-width: 0; }
label { font-size: 14px; font-weight: 600; }
input { width: 100%; min-width: 0; height: 48px; padding: 0 12px; font: inherit; font-variant-numeric: tabular-nums; color: var(--ink); background: var(--field); border: 1px solid var(--line); border-radius: 10px; }
input[aria-invalid=true] { border-color: var(--fault); }
input::placeholder { color: var(--muted); opacity: 1; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.fault { margin: 0; font-size: 14px; color: var(--fault); }
.fault:empty { display: none; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); border: 0; padding: 0; }
body.bank { min-height: 100vh; display: grid; place-items: center; padding: 16px; }
main { max-width: 400px; display: grid; gap: 16px; }
h1 { margin: 0; font-size: 28px; line-height: 1.2; }
main p { margin: 0; }
.banner { padding: 8px 12px; border: 1px dashed var(--line); border-radius: 8px; color: var(--muted); font-size: 14px; }
button { min-height: 48px; padding: 0 24px; font: inherit; font-weight: 600; border-radius: 8px; border: 1px solid var(--ink); background: var(--ink); color: var(--room); cursor: pointer; }
button.plain { background: transparent; color: var(--ink); }
@media (prefers-reduced-motion: no-preference) { input { transition: border-color 120ms; } }
`;

/** Runs within the iframe. Card numbers stay there; the parent page receives only tokens and errors. */
export const cardFieldScript = `
const source = ${JSON.stringify(cardFieldSource)};
const query = new URLSearchParams(location.search);
const origin = query.get("origin") ?? "";
const root = document.documentElement;
const form = document.getElementById("card");
const texts = JSON.parse(form.dataset.texts);
const fields = { number: form.number, expiry: form.expiry, cvc: form.cvc };
const say = (message) => { if (origin && parent !== window) parent.postMessage({ source, ...message }, origin); };
const wear = (theme) => { root.dataset.theme = theme === "daylight" ? "daylight" : "room"; };
wear(query.get("theme"));
// The page's font, for which the policy of this page allows the embedding page alone. Without it the system's font stays.
const font = query.get("font");
if (font) new FontFace("Instrument Sans", 'url("' + encodeURI(font) + '")', { weight: "400 700" }).load().then((face) => document.fonts.add(face), () => {});

const digits = (text) => text.replace(/\\D/g, "");
const fault = (name, text) => {
  fields[name].setAttribute("aria-invalid", text ? "true" : "false");
  document.getElementById(name + "-fault").textContent = text;
};
const write = (field, text) => {
  const atEnd = field.selectionStart === field.value.length;
  if (field.value === text) return;
  field.value = text;
  if (atEnd) field.setSelectionRange(text.length, text.length);
};
fields.number.addEventListener("input", () => {
  const typed = digits(fields.number.value).slice(0, 19);
  write(fields.number, /^3[47]/.test(typed) ? typed.replace(/^(.{4})(.{1,6})?(.{1,5})?.*$/, (_all, a, b, c) => [a, b, c].filter(Boolean).join(" ")) : typed.replace(/(.{4})(?=.)/g, "$1 "));
  fault("number", "");
});
fields.expiry.addEventListener("input", (event) => {
  let typed = digits(fields.expiry.value).slice(0, 4);
  if (/^[2-9]/.test(typed)) typed = "0" + typed;
  const isErasing = event.inputType === "deleteContentBackward";
  write(fields.expiry, typed.length > 2 || (typed.length === 2 && !isErasing) ? typed.slice(0, 2) + " / " + typed.slice(2) : typed);
  fault("expiry", "");
});
fields.cvc.addEventListener("input", () => { write(fields.cvc, digits(fields.cvc.value)); fault("cvc", ""); });

const luhn = (number) => [...number].reverse().reduce((sum, digit, at) => { const value = Number(digit) * (at % 2 ? 2 : 1); return sum + (value > 9 ? value - 9 : value); }, 0) % 10 === 0;
const check = (name) => {
  if (name === "number") {
    const number = digits(fields.number.value);
    return !number ? texts.number : number.length < 12 ? texts.digits : !luhn(number) ? texts.notACard : "";
  }
  if (name === "expiry") {
    const [, month, year] = /^(\\d{2})(\\d{2})$/.exec(digits(fields.expiry.value)) ?? [];
    if (!month) return texts.expiry;
    if (Number(month) < 1 || Number(month) > 12) return texts.month;
    return Date.UTC(2000 + Number(year), Number(month)) <= Date.now() ? texts.expired : "";
  }
  const need = /^3[47]/.test(digits(fields.number.value)) ? 4 : 3;
  return fields.cvc.value.length < need ? (!fields.cvc.value ? texts.cvc : need - fields.cvc.value.length === 1 ? texts.digit : texts.digits) : "";
};
for (const name of Object.keys(fields)) fields[name].addEventListener("blur", () => { if (fields[name].value) fault(name, check(name)); });

const tokenize = async (id, address) => {
  const faults = Object.keys(fields).map((name) => [name, check(name)]);
  for (const [name, text] of faults) fault(name, text);
  const first = faults.find(([, text]) => text);
  if (first) { fields[first[0]].focus(); return say({ type: "refused", id, code: "INCOMPLETE" }); }
  const expiry = digits(fields.expiry.value);
  let response;
  try {
    response = await fetch("/tokens", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({
      number: digits(fields.number.value), expMonth: Number(expiry.slice(0, 2)), expYear: 2000 + Number(expiry.slice(2)), cvc: fields.cvc.value, address }) });
  } catch { return say({ type: "refused", id, code: "NETWORK" }); }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer?.token) return say({ type: "token", id, token: answer.token });
  say({ type: "refused", id, code: response.status === 429 ? "RATE_LIMITED" : answer?.error?.code ?? "NETWORK" });
};
form.addEventListener("submit", (event) => { event.preventDefault(); say({ type: "submitted" }); });
addEventListener("message", (event) => {
  if (event.source !== parent || event.origin !== origin) return;
  const order = event.data;
  if (order?.type === "tokenize") void tokenize(order.id, order.address);
  if (order?.type === "theme") wear(order.theme);
  if (order?.type === "focus") fields.number.focus();
});
new ResizeObserver(() => say({ type: "resized", height: Math.ceil(document.body.scrollHeight) })).observe(form);
say({ type: "ready" });
`;
