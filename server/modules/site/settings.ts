import { accentOf, contrastText, isColor, textContrast } from "../../../contract/accent.ts";
import { toDecimal } from "../../../contract/formats/numbers.ts";
import { isTimeZone } from "../../../contract/formats/time-zones.ts";
import { locales } from "../../../contract/locales.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Ctx, Tx } from "../../ctx.ts";
import { BadInput, ChangedMeanwhile } from "../../platform/errors.ts";
import { readLine, readName, readText } from "../../platform/text.ts";
import { readWebAddresses } from "../../platform/web-addresses.ts";
import { recordAuditEntry, requireConfirmedStaff, requireStaff } from "../identity/index.ts";
import { settingsTopic } from "./cache.ts";
import { findSettings, updateSettings } from "./store.ts";
import { maxShortName, storedSettings } from "./studio.ts";
import type { StudioSettings } from "./studio.ts";
import { msg, inEnglish } from "../../platform/i18n/messages.ts";
import type { Message } from "../../platform/i18n/messages.ts";

/** The settings with what their editor needs: the version to send back, and when they were saved. */
export interface EditedSettings extends StudioSettings {
  readonly version: number;
  readonly savedAt: Date | null;
}

/** What an editor sends. Absent and empty fields are unset. */
export type SettingsInput = {
  readonly [Field in TextField]?: string | null | undefined;
} & {
  readonly links?: readonly string[] | null | undefined;
  readonly schoolDomains?: readonly string[] | null | undefined;
  readonly refundLimits?: StudioSettings["refundLimits"] | null | undefined;
};
type TextField = Exclude<keyof StudioSettings, "links" | "schoolDomains" | "refundLimits">;

const maxLinks = 8;
const maxSchoolDomains = 200;
/** Amounts are sent as 32-bit integers. */
const maxAmount = 2 ** 31 - 1;

/** The studio's settings, for admins. @throws NotFound, Unauthenticated */
export async function readSettings(ctx: Ctx): Promise<EditedSettings> {
  requireStaff(ctx);
  const { data, version, savedAt } = await findSettings(ctx.db);
  return { ...storedSettings.parse(data), version, savedAt };
}

/**
 * Replaces the studio's settings, with an audit entry of what changed. They hold on every server within moments.
 * @param version that of the settings that were edited
 * @throws BadInput by field, ChangedMeanwhile, ConfirmationNeeded, NotFound for others than admins, Unauthenticated, and what
 *   guards refuse
 */
export async function saveSettings(
  ctx: Ctx,
  { version, input }: { readonly version: number; readonly input: SettingsInput },
): Promise<EditedSettings> {
  await requireConfirmedStaff(ctx);
  const after = parseSettings(input);
  await ctx.transact((tx) =>
    writeSettings(tx, version, async (before) => {
      for (const guard of guards) await guard(tx, before, after);
      return after;
    }),
  );
  await ctx.refreshStudio();
  return readSettings(ctx);
}

/** Changes some settings in a transaction, with an audit entry. `ctx.refreshStudio()` after the commit shows them at once. */
export async function changeSettings(tx: Tx, change: Partial<StudioSettings>): Promise<void> {
  const { version } = await findSettings(tx.db);
  await writeSettings(tx, version, (before) => ({ ...before, ...change }));
}

/** Checks what an editor changes. @throws DomainError to refuse it */
type Guard = (tx: Tx, before: StudioSettings, after: StudioSettings) => Promise<void>;
const guards: Guard[] = [];

/** Lets a module above refuse what an editor changes. Call it at module scope. */
export function guardSettings(guard: Guard): void {
  guards.push(guard);
}

/** The settings as saved, which `ctx.studio` may be moments behind. */
export const savedSettings = async (db: Ctx["db"]): Promise<StudioSettings> =>
  storedSettings.parse((await findSettings(db)).data);

async function writeSettings(
  tx: Tx,
  version: number,
  change: (before: StudioSettings) => StudioSettings | Promise<StudioSettings>,
): Promise<void> {
  const before = await savedSettings(tx.db);
  const after = await change(before);
  const data = JSON.stringify(after);
  if (!(await updateSettings(tx.db, { version, data, now: tx.clock.now() }))) throw new ChangedMeanwhile();
  await recordAuditEntry(tx, {
    action: "site.settings_changed",
    subject: "studio",
    details: differenceOf(before, after),
  });
  tx.signal(settingsTopic);
}

/** The fields that changed, with their values before and after. */
function differenceOf(before: StudioSettings, after: StudioSettings): Record<string, unknown> {
  const changed = (Object.keys(after) as (keyof StudioSettings)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const pick = (settings: StudioSettings) =>
    Object.fromEntries(
      changed.map((field) => [
        field,
        field === "refundLimits"
          ? settings.refundLimits.map(
              (one) => `${toDecimal(one.amount, one.currencyCode)} ${one.currencyCode}`,
            )
          : settings[field],
      ]),
    );
  return { before: pick(before), after: pick(after) };
}

/** @throws BadInput naming the field */
function parseSettings(input: SettingsInput): StudioSettings {
  const read =
    (parse: (text: string, field: string) => string) =>
    (field: TextField): string | null => {
      const text = input[field]?.trim();
      return text ? parse(text, field) : null;
    };
  const line = (max: number) => read((text, field) => readLine(text, field, max));
  const lines = (max: number, maxLines: number) =>
    read((text, field) => {
      const found = readText(text, field, max)
        .split("\n")
        .map((one) => one.trim())
        .filter(Boolean);
      if (found.length > maxLines)
        throw new BadInput(field, msg("Enter at most {maxLines} lines.", { maxLines }));
      return found.join("\n");
    });
  const form = (pattern: RegExp, message: Message) =>
    read((text, field) => {
      if (!pattern.test(text)) throw new BadInput(field, message);
      return text;
    });
  const country = form(/^[A-Z]{2}$/, msg("Choose a country."));
  return {
    name: read((text, field) => readName(text, field, 60))("name"),
    shortName: read((text, field) => readName(text, field, maxShortName))("shortName"),
    about: read((text, field) => readText(text, field, 2000))("about"),
    contactEmail: form(
      /^[^\s@<>"]{1,64}@[^\s@<>"]{1,180}\.[^\s@<>"]{2,}$/,
      msg("Enter an email address."),
    )("contactEmail"),
    contactPhone: form(
      /^\+?[\d\s()/.-]{5,30}$/,
      msg("Enter a phone number, such as +1 212 555 0148."),
    )("contactPhone"),
    contactAddress: lines(300, 6)("contactAddress"),
    links: readWebAddresses(input.links ?? [], "links", maxLinks),
    sellerName: line(150)("sellerName"),
    sellerAddress: lines(300, 6)("sellerAddress"),
    sellerCountry: country("sellerCountry"),
    taxNumber: line(40)("taxNumber"),
    vatId: read((text, field) => {
      const vatId = text.replaceAll(/[\s.-]/g, "").toUpperCase();
      if (!/^[A-Z]{2}[0-9A-Z+*]{2,13}$/.test(vatId))
        throw new BadInput(field, msg("Enter a VAT ID with its country, such as DE123456788."));
      return vatId;
    })("vatId"),
    registration: line(200)("registration"),
    timeZone: read((text, field) => {
      if (!isTimeZone(text))
        throw new BadInput(field, inEnglish("Must be an IANA time zone, such as Europe/Zurich."));
      return text;
    })("timeZone"),
    countryCode: country("countryCode"),
    currencyCode: form(/^[A-Z]{3}$/, msg("Choose a currency."))("currencyCode"),
    locale: read((text, field) => {
      if (!locales.includes(text as Locale)) throw new BadInput(field, msg("Choose a language."));
      return text;
    })("locale") as Locale | null,
    invoicePrefix: form(
      /^(?!CN$)[A-Z0-9]{1,8}$/,
      msg("Use at most 8 capital letters and digits. CN is for credit notes."),
    )("invoicePrefix"),
    schoolDomains: readDomains(input.schoolDomains ?? []),
    refundLimits: readLimits(input.refundLimits ?? []),
    accent: read(readAccent)("accent"),
    preselectedInterval: form(
      /^(month|year)$/,
      msg("Choose an interval."),
    )("preselectedInterval") as StudioSettings["preselectedInterval"],
  };
}

/** @throws BadInput for what isn't a domain, such as a whole address or a top-level domain */
function readDomains(given: readonly string[]): string[] {
  const domains = [
    ...new Set(given.map((one) => one.trim().replace(/^@/, "").toLowerCase()).filter(Boolean)),
  ];
  if (domains.length > maxSchoolDomains)
    throw new BadInput("schoolDomains", msg("Enter at most {max} domains.", { max: maxSchoolDomains }));
  if (!domains.every((one) => /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,62}$/.test(one)))
    throw new BadInput("schoolDomains", msg("Enter domains such as school.edu, one on each line."));
  return domains;
}

/** @throws BadInput for a repeated currency and for what isn't an amount */
function readLimits(given: StudioSettings["refundLimits"]): StudioSettings["refundLimits"] {
  const currencies = new Set(given.map(({ currencyCode }) => currencyCode));
  const isValid = given.every(
    ({ currencyCode, amount }) => /^[A-Z]{3}$/.test(currencyCode) && amount >= 0 && amount <= maxAmount,
  );
  if (!isValid || currencies.size < given.length)
    throw new BadInput("refundLimits", msg("Enter one amount for each currency."));
  return given.map(({ currencyCode, amount }) => ({ currencyCode, amount }));
}

/** @throws BadInput with the measured contrast for a color that a button's text can't be read on */
function readAccent(text: string, field: string): string {
  if (!isColor(text)) throw new BadInput(field, msg("Enter a color, such as #FF9A62."));
  const { isReadable, contrast } = accentOf(text);
  if (!isReadable)
    throw new BadInput(
      field,
      msg("Pick a lighter color. Button text reaches {contrast}:1 and needs {needed}:1.", {
        contrast: contrastText(contrast),
        needed: contrastText(textContrast),
      }),
    );
  return text.toLowerCase();
}
