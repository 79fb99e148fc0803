import type { Ctx } from "../../ctx.ts";
import { defineLoader } from "../../platform/loader.ts";
import { nameAuditSubjectsByUuid } from "./roles/audit-subjects.ts";
import { findPersonOfUsername, listPersons } from "./store.ts";
import type { PersonRow } from "./store.ts";

/** Absolute URL of a person's photo; our own photos are stored as paths. */
export function photoUrl(ctx: Ctx, image: string | null): string | null {
  return image?.startsWith("/") ? `${ctx.publicUrl}${image}` : image;
}

/** Loads persons by id, batched within one request. */
export const personLoader = defineLoader<string, PersonRow>(async (ctx: Ctx, ids) => {
  const rows = await listPersons(ctx.db, ids);
  return new Map(rows.map((row) => [row.id, row]));
});

nameAuditSubjectsByUuid("person", async (ctx, ids) => [...(await listPersons(ctx.db, ids))]);

/** Finds a person by username, with or without its @. */
export async function personOfUsername(ctx: Ctx, username: string): Promise<PersonRow | null> {
  const name = username.trim().replace(/^@/, "");
  // PostgreSQL rejects NUL characters, and no username has one.
  if (name === "" || name.length > 60 || name.includes("\u0000")) return null;
  const person = await findPersonOfUsername(ctx.db, name);
  if (person) personLoader(ctx).prime(person.id, person);
  return person;
}
