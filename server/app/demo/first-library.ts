import { seedSections } from "../../modules/catalog/index.ts";
import { createJobCtx } from "../../platform/ctx-factory.ts";
import type { Shared } from "../../platform/ctx-factory.ts";

/** Readies the library of a studio that begins without the demo: its sections, which classes are put into. Again changes nothing. */
export async function seedFirstLibrary(shared: Shared): Promise<void> {
  await createJobCtx(shared, "first-library").transact(seedSections);
}
