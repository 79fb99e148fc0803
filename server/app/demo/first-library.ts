import { seedSections } from "../../modules/catalog/index.ts";
import { createJobCtx } from "../../platform/ctx-factory.ts";
import type { Shared } from "../../platform/ctx-factory.ts";

/** Seeds the library of a studio without the demo: the sections that classes are put into. Idempotent. */
export async function seedFirstLibrary(shared: Shared): Promise<void> {
  await createJobCtx(shared, "first-library").transact(seedSections);
}
