import { countryName } from "../../../../contract/formats/names.ts";
import type { LegalPageKind } from "../../../../contract/legal-pages.ts";
import { paths } from "../../../../contract/urls.ts";
import type { Ctx } from "../../../ctx.ts";
import { requireStaff } from "../../identity/index.ts";

type Installation = Pick<Ctx, "studio" | "config" | "ports" | "publicUrl">;

const reader = { locale: "en", timeZone: "UTC" };
const hostOf = (url: string): string => URL.parse(url)?.hostname ?? url;
const section = (title: string, ...parts: (string | false | null)[]): string =>
  [`## ${title}`, ...parts.filter(Boolean)].join("\n\n");
const list = (items: readonly (string | false | null)[]): string =>
  items
    .filter(Boolean)
    .map((item) => `- ${item}`)
    .join("\n");

/** Who is responsible, as lines with hard breaks. */
function partyOf({ studio }: Installation): string {
  const { seller, contact } = studio;
  if (!seller) return "[[Legal name and address: save them under Settings, Seller]]";
  const lines = [
    seller.name,
    ...seller.addressLines,
    seller.countryCode && (countryName(seller.countryCode, reader) ?? seller.countryCode),
    contact.email && `Email: ${contact.email}`,
    contact.phone && `Phone: ${contact.phone}`,
    !contact.email && !contact.phone && seller.contact && `Contact: ${seller.contact}`,
  ];
  return lines.filter(Boolean).join("  \n");
}

const imprint = (here: Installation): string => {
  const { seller } = here.studio;
  return [
    partyOf(here),
    section("Represented by", "[[Name of the person who represents the studio]]"),
    seller?.registration && section("Register", seller.registration),
    (seller?.vatId || seller?.taxNumber) &&
      section(
        "Tax",
        seller.vatId ? `VAT ID: ${seller.vatId}` : null,
        seller.taxNumber ? `Tax number: ${seller.taxNumber}` : null,
      ),
    section(
      "Disputes",
      "We are not obliged to take part in dispute resolution before a consumer arbitration board, and don’t.",
    ),
  ]
    .filter(Boolean)
    .join("\n\n");
};

/** The privacy policy names exactly the services that are switched on. */
function privacy(here: Installation): string {
  const { config, ports, studio } = here;
  const forwards = config.collectorForwardUrls.map(hostOf);
  const signIns = config.signInProviders.map(({ name }) => (name === "google" ? "Google" : "Apple"));
  return [
    `This page says what ${studio.name} stores about you, why, and for how long.`,
    section("Who is responsible", partyOf(here)),
    section(
      "What we store",
      list([
        "**Account:** your name, username, email address, a hash of your password or your passkeys, your sessions with browser and country. Needed for the contract. Until you delete the account.",
        "**Family profiles:** names, photos and practice of the profiles that you create. Children’s profiles aren’t public.",
        "**Practice:** the classes you watch, your progress, notes, plans and badges. Needed for the service.",
        "**Community:** posts, comments and videos that you share, until you delete them.",
        "**Invoices:** who bought what, for as long as tax law requires.",
        "**Security log:** sign-ins and changes of your account, without the full IP address.",
      ]),
    ),
    section(
      "Who receives data",
      list([
        ports.gateways.current
          ? `**Payments:** ${ports.gateways.current.isTest ? "a test gateway, which moves no money" : ports.gateways.current.name}. Card numbers never reach our server.`
          : "**Payments:** none are taken yet.",
        config.smtpUrl !== null &&
          `**Email:** sent through ${hostOf(config.smtpUrl)}, which receives your address and the email.`,
        config.s3 !== null && `**Video storage:** ${hostOf(config.s3.endpoint)}.`,
        config.vapid !== null &&
          "**Push notifications:** only if you turn them on, through the push service of your browser’s maker.",
        signIns.length > 0 &&
          `**Sign-in with ${signIns.join(" or ")}:** only if you choose it. We receive your name and email address.`,
        config.castAppId !== null && "**Google Cast:** loaded when you play on a television.",
        config.ipLocationUrl !== null &&
          `**Location:** ${hostOf(config.ipLocationUrl)} receives your IP address to tell us your country.`,
        config.viesUrl !== null && "**VAT IDs:** checked in the EU’s register VIES.",
      ]),
    ),
    section(
      "Analytics and advertising",
      "Only with your consent where the law requires it, we record the pages you visit (analytics) and the ad that brought you here (advertising). We store this on our own server, and delete it after " +
        `${config.eventRetentionDays} days.`,
      forwards.length > 0 && `With the same consent, events are also sent to ${forwards.join(", ")}.`,
      config.realtimeDatabase !== null &&
        `Ad clicks are also stored in ${hostOf(config.realtimeDatabase.url)}.`,
      `Change your choice at any time under [privacy settings](${here.publicUrl}${paths.settings()}#privacy).`,
    ),
    section(
      "Your rights",
      "You may see, correct, export and delete your data, restrict or object to its use, and withdraw a consent. Export and deletion are in your " +
        `[settings](${here.publicUrl}${paths.settings()}#privacy). You may complain to a data protection authority.`,
    ),
  ].join("\n\n");
}

function terms(here: Installation): string {
  const { studio, publicUrl } = here;
  return [
    `These terms hold for everyone who uses ${studio.name} or buys a plan.`,
    section("Your contract partner", partyOf(here)),
    section(
      "What you’re buying",
      "A plan gives you access to its classes on every device you sign in to. A family plan covers the stated number of people in one household, each with a profile. Classes may be added and removed.",
    ),
    section(
      "Free trial",
      "One free trial per person. We email you seven and two days before it ends. Cancel before it ends and you pay nothing.",
    ),
    section(
      "Price and payment",
      "Next to the payment button you see the price, tax, interval, and first charge date. You pay each month or year in advance. If a payment fails, we email you and retry after 1, 3, 5, and 7 days, then the subscription ends.",
    ),
    section(
      "Renewal and price changes",
      "Subscriptions renew until you cancel. We email you 30 days before a yearly renewal, and once a year about a monthly plan. Price changes apply only from a later renewal, and we always tell you first.",
    ),
    section(
      "Changing, pausing, canceling",
      "Upgrades take effect immediately, with credit for unused time. Downgrades take effect at your next payment. You can pause for one to three months. " +
        `[Cancel](${publicUrl}${paths.cancelContract()}) anytime: you keep access until the end of the paid period. We email you a confirmation.`,
    ),
    section(
      "Right of withdrawal",
      "If you live in the EU, Norway, or the UK, you can withdraw within 14 days without giving a reason, for example by our " +
        `[form](${publicUrl}${paths.withdrawContract()}). You pay only for the days you used.`,
    ),
    section(
      "Dance safely",
      "Dance within your ability, on a clear floor. Ask a doctor first if you’re unsure about your health. We’re liable without limit for intent, gross negligence and injury, and otherwise only for breaches of essential duties, limited to foreseeable damage.",
    ),
    section(
      "Law",
      "[[The law that applies, such as: The law of Germany applies. Mandatory consumer law of your country stays untouched.]]",
    ),
  ].join("\n\n");
}

const rules = ({ studio }: Installation): string =>
  [
    `${studio.name} is a place to learn. Help to keep it one.`,
    section(
      "With each other",
      list([
        "Be kind. Comment on the dance, not on the body.",
        "No hate, harassment, nudity, or advertising.",
        "Share only videos that you may share. Everyone in them has agreed.",
        "Children’s faces and names stay private.",
      ]),
    ),
    section(
      "Classes",
      list([
        "Your plan is for you and your household. Don’t share your account, record classes, or show them in public.",
      ]),
    ),
    section(
      "If someone breaks the rules",
      "Report it with the flag on the post or the comment. A moderator looks at every report. We may remove content and suspend accounts, and say why. You can appeal.",
    ),
  ].join("\n\n");

const templates = { imprint, privacy, terms, rules } as const satisfies Record<
  LegalPageKind,
  (here: Installation) => string
>;

/** A legal page's text to begin with, without a check of the viewer. */
export const writeTemplate = (here: Installation, kind: LegalPageKind): string => templates[kind](here);

/**
 * A legal page's text to begin with, in English: filled by the seller and by what this installation has switched on. No legal
 * advice. What only the studio knows stands in double brackets. For admins.
 * @throws NotFound, Unauthenticated
 */
export function legalTemplate(ctx: Ctx, kind: LegalPageKind): string {
  requireStaff(ctx);
  return writeTemplate(ctx, kind);
}
