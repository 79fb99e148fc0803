import { randomUUID } from "node:crypto";
import { open, staff } from "../rules.ts";
import type { Operations } from "../rules.ts";
import type { World } from "../world.ts";

const newestVersion = async ({ server }: World) => {
  const { rows } = await server.pool.query<{ version: number }>("select version from studio.landing_page");
  return { version: rows[0]!.version };
};

export const landing: Operations = {
  Query: {
    landingPage: {
      rule: open,
      args: async ({ server }) => {
        await server.pool.query("update studio.landing_page set published = draft");
        return {};
      },
    },
    landingDraft: { rule: staff() },
    editedLandingPage: { rule: staff() },
  },
  Mutation: {
    saveLandingPage: {
      rule: staff(),
      args: async (world) => ({ ...(await newestVersion(world)), input: { blocks: [] } }),
    },
    publishLandingPage: {
      rule: staff(),
      args: async (world) => {
        const hero = { id: randomUUID(), kind: "hero", title: "Dance", classIds: [world.classId] };
        await world.server.pool.query("update studio.landing_page set draft = $1", [
          JSON.stringify({ blocks: [hero] }),
        ]);
        return newestVersion(world);
      },
    },
    withdrawLandingPage: { rule: staff(), args: newestVersion },
  },
};
