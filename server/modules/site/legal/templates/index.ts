import type { LegalPageKind } from "../../../../../contract/legal-pages.ts";
import type { Locale } from "../../../../../contract/locales.ts";
import { localeOf } from "../../../../../contract/locales.ts";
import type { Ctx } from "../../../../ctx.ts";
import { requireStaff } from "../../../identity/index.ts";
import { german } from "./de.ts";
import { english } from "./en.ts";
import { spanish } from "./es.ts";
import { factsOf, type Installation, type Templates } from "./facts.ts";

const templates: Readonly<Record<Locale, Templates>> = { en: english, es: spanish, de: german };

/** A legal page's text to begin with, without a check of the viewer. */
export const writeTemplate = (here: Installation, kind: LegalPageKind, locale: Locale): string =>
  templates[locale][kind](factsOf(here, locale));

/**
 * A legal page's text to begin with: filled by the seller and by what this installation has switched on. No legal advice. What
 * only the studio knows stands in double brackets. For admins.
 * @param locale null for the studio's language; English if there is no template in it
 * @throws NotFound, Unauthenticated
 */
export function legalTemplate(ctx: Ctx, kind: LegalPageKind, locale: string | null): string {
  requireStaff(ctx);
  return writeTemplate(ctx, kind, localeOf(locale ?? ctx.studio.locale));
}
