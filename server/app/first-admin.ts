import { paths } from "../../contract/urls.ts";
import { createFirstAdminCode } from "../modules/identity/index.ts";
import { createJobCtx } from "../platform/ctx-factory.ts";
import type { Started } from "./start.ts";

/**
 * What a production server prints at its start while the studio has no admin: where the first one enters which code.
 * @returns lines for the terminal, empty if there is an admin
 */
export async function firstAdminInvitation({ port, shared }: Started): Promise<string> {
  const code = await createFirstAdminCode(createJobCtx(shared, "first-admin"));
  if (code === null) return "";
  const origin = shared.config.publicUrl ?? `http://localhost:${port}`;
  return `This studio has no admin yet. Within an hour, open ${origin}${paths.firstAdmin()} and enter this code: ${code}\n`;
}
