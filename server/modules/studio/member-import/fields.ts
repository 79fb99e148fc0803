/** What a column of a list of members says. Stored and in GraphQL: a name never changes. */
export const memberFields = [
  "email",
  "name",
  "first_name",
  "last_name",
  "plan",
  "access_until",
  "customer",
  "subscription",
  "consent",
] as const;
export type MemberField = (typeof memberFields)[number];

/**
 * Names of columns, as Uscreen, Kajabi, Vimeo OTT and Mailchimp export them, and as people write them: lower case, only letters
 * and digits. Mailchimp's CONFIRM_TIME is when a person confirmed that they want emails.
 */
const names: Readonly<Record<MemberField, readonly string[]>> = {
  email:
    "email emailaddress useremail memberemail customeremail mail correo correoelectronico emailadresse".split(
      " ",
    ),
  name: "name fullname displayname customername membername username nombre nombrecompleto".split(" "),
  first_name: "firstname fname givenname first vorname nombredepila".split(" "),
  last_name: "lastname lname surname familyname last nachname apellido apellidos".split(" "),
  plan: "plan planname subscriptionplan subscription membership product products offer offers tier tarif".split(
    " ",
  ),
  access_until:
    "accessuntil accessends until expires expiresat expirationdate expiry nextbilling nextbillingdate nextinvoicedate nextpayment nextpaymentdate renewaldate renewson currentperiodend subscriptionends".split(
      " ",
    ),
  customer: "stripecustomerid stripecustomer stripeid customerid".split(" "),
  subscription: "stripesubscriptionid stripesubscription subscriptionid providersubscriptionid".split(" "),
  consent:
    "consent marketingconsent marketing marketingoptin optin optedin optedinfornewsandupdates acceptsmarketing newsletter emailmarketing emailmarketingstatus emailstatus confirmtime".split(
      " ",
    ),
};

const plain = (header: string): string =>
  header
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Ids of Stripe, which say what a column is, whatever its name: Stripe's own exports call it "id". */
const ids = { customer: /^cus_\w{1,60}$/, subscription: /^sub_\w{1,60}$/ } as const;

/** A customer's or a subscription's id at Stripe; null for anything else. */
export const readId = (field: keyof typeof ids, text: string | undefined): string | null =>
  text !== undefined && ids[field].test(text) ? text : null;

/** Whether what a column holds in the first rows is an id of Stripe, where it holds anything. */
function holds(field: keyof typeof ids, rows: readonly (readonly string[])[], column: number): boolean {
  const texts = rows.map((cells) => (cells[column] ?? "").trim()).filter(Boolean);
  return texts.length > 0 && texts.every((text) => readId(field, text) !== null);
}

/**
 * What the columns of a file seem to be, each at most once; null: it isn't used.
 * @param rows the first ones
 */
export function guessFields(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): (MemberField | null)[] {
  const columns = header.map(plain);
  const guessed: (MemberField | null)[] = header.map(() => null);
  for (const field of ["customer", "subscription"] as const) {
    const column = header.findIndex((_name, at) => holds(field, rows, at));
    if (column >= 0) guessed[column] = field;
  }
  for (const field of memberFields) {
    if (guessed.includes(field)) continue;
    // The usual name first: a file may hold both "Name" and "Username".
    const name = names[field].find((one) => columns.includes(one));
    if (name !== undefined) guessed[columns.indexOf(name)] ??= field;
  }
  return guessed;
}
