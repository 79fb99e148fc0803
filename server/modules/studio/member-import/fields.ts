/** What a column of a list of members says. Stored and in GraphQL: a name never changes. */
export const memberFields = [
  "email",
  "name",
  "first_name",
  "last_name",
  "plan",
  "access_until",
  "customer",
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

/** What the columns of a file seem to be, each at most once; null: it isn't used. */
export function guessFields(header: readonly string[]): (MemberField | null)[] {
  const columns = header.map(plain);
  const guessed: (MemberField | null)[] = header.map(() => null);
  for (const field of memberFields) {
    // The usual name first: a file may hold both "Name" and "Username".
    const name = names[field].find((one) => columns.includes(one));
    if (name !== undefined) guessed[columns.indexOf(name)] ??= field;
  }
  return guessed;
}
