import { legalPageKinds } from "../../../contract/legal-pages.ts";
import { locales, sourceLocale, type Locale } from "../../../contract/locales.ts";
import { dayIn } from "../../../contract/formats/time-zones.ts";
import type { Ctx, Tx } from "../../ctx.ts";
import { insertLegalTranslation, insertLegalVersion } from "./legal/store.ts";
import { writeTemplate } from "./legal/templates/index.ts";
import { confirmable, markOpen, saveConfirmedStep } from "./opening.ts";

/** Opens the demo studio with legal pages from the templates, in every language. Idempotent. */
export async function seedOpenStudio(ctx: Ctx, tx: Tx): Promise<void> {
  const now = tx.clock.now();
  for (const kind of legalPageKinds) {
    const bodyIn = (locale: Locale): string =>
      writeTemplate(ctx, kind, locale).replaceAll(/\[\[[^\]]*\]\]/g, "Demo");
    await insertLegalVersion(tx.db, {
      kind,
      version: 1,
      locale: sourceLocale,
      body: bodyIn(sourceLocale),
      validFrom: dayIn(now, tx.studio.timeZone),
      now,
    });
    for (const locale of locales.filter((one) => one !== sourceLocale))
      await insertLegalTranslation(tx.db, { kind, version: 1, locale, body: bodyIn(locale), now });
  }
  for (const step of confirmable) await saveConfirmedStep(tx, step);
  await markOpen(tx);
}
