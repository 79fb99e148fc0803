import { legalPageKinds } from "../../../contract/legal-pages.ts";
import { sourceLocale } from "../../../contract/locales.ts";
import { dayIn } from "../../../contract/formats/time-zones.ts";
import type { Ctx, Tx } from "../../ctx.ts";
import { insertLegalVersion } from "./legal/store.ts";
import { writeTemplate } from "./legal/templates.ts";
import { confirmable, markOpen, saveConfirmedStep } from "./opening.ts";

/** Opens the demo studio with legal pages from the templates. Idempotent. */
export async function seedOpenStudio(ctx: Ctx, tx: Tx): Promise<void> {
  const now = tx.clock.now();
  for (const kind of legalPageKinds) {
    const body = writeTemplate(ctx, kind).replaceAll(/\[\[[^\]]*\]\]/g, "Demo");
    await insertLegalVersion(tx.db, {
      kind,
      version: 1,
      locale: sourceLocale,
      body,
      validFrom: dayIn(now, tx.studio.timeZone),
      now,
    });
  }
  for (const step of confirmable) await saveConfirmedStep(tx, step);
  await markOpen(tx);
}
