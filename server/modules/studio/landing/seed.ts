import type { Tx } from "../../../ctx.ts";
import { storedPage } from "./blocks.ts";
import type { LandingPage } from "./blocks.ts";
import { updateDraft } from "./store.ts";

/** Seeds the draft of the landing page, unless one was saved. */
export async function seedLandingDraft(tx: Tx, page: LandingPage): Promise<void> {
  const draft = JSON.stringify(storedPage.parse(page));
  await updateDraft(tx.db, { version: 0, draft, now: tx.clock.now() });
}
