import { randomUUID } from "node:crypto";
import { verifiedEmailOf } from "../../../modules/identity/index.ts";
import { suppressAddress } from "../../../platform/mail/suppression.ts";
import { all, but, staff, viewer } from "../rules.ts";
import type { Operations } from "../rules.ts";
import type { World } from "../world.ts";

const texts = { en: { subject: "Owners news", body: "Come and dance" } };

/** A message that was sent to the owner. */
async function sentMessage({ server, owner }: World): Promise<string> {
  const id = randomUUID();
  await server.pool.query(
    `insert into studio.messages (id, state, texts, created_at, saved_at) values ($1, 'sent', $2, now(), now())`,
    [id, JSON.stringify(texts)],
  );
  await server.pool.query(
    `insert into studio.message_recipients (message_id, person_id, notified_at, was_away) values ($1, $2, now(), false)`,
    [id, owner.id],
  );
  return id;
}
const draft = async ({ server }: World, state = "draft") => {
  const id = randomUUID();
  await server.pool.query(
    `insert into studio.messages (id, state, texts, created_at, saved_at, scheduled_at)
     values ($1, $2, $3, now(), now(), now() + interval '1 day')`,
    [id, state, JSON.stringify(texts)],
  );
  return id;
};
const seenSeries = async ({ server }: World) => {
  const { rows } = await server.pool.query<{ version: number }>(
    "select version from studio.series where id = 'win_back'",
  );
  return { series: "win_back", version: rows[0]!.version };
};
/** A delay that no step of the series has. */
const freeDelay = async ({ server }: World): Promise<number> => {
  const { rows } = await server.pool.query<{ delay: number }>(
    "select max(delay) + 1 as delay from studio.series_steps where series_id = 'win_back'",
  );
  return rows[0]!.delay;
};
const step = async (world: World): Promise<string> => {
  const id = randomUUID();
  const delay = await freeDelay(world);
  await world.server.pool.query(
    `with message as (
       insert into studio.messages (id, state, texts, created_at, saved_at) values ($1, null, $2, now(), now()) returning id)
     insert into studio.series_steps (message_id, series_id, delay) select id, 'win_back', $3 from message`,
    [id, JSON.stringify(texts), delay],
  );
  return id;
};
const ofDraft = {
  rule: staff("editor"),
  target: "id",
  args: async (world: World) => ({ id: await draft(world), version: 1 }),
} as const;
const tomorrow = () => new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 16);

export const messages: Operations = {
  Query: {
    announcements: { rule: staff("editor") },
    announcement: {
      rule: staff("editor"),
      target: "id",
      args: async (world) => ({ id: await sentMessage(world) }),
      select: "subject",
      secret: { text: () => "Owners news", to: ["editor", "admin"] },
    },
    audienceCount: { rule: staff("editor"), args: () => ({ filter: {} }) },
    messageWriter: { rule: staff("editor") },
    allSeries: { rule: staff("editor") },
    series: { rule: staff("editor"), target: "id", args: () => ({ id: "welcome" }) },
    receivedMessage: {
      rule: but(all("null"), { owner: "allowed", editor: "allowed", admin: "allowed" }),
      target: "id",
      args: async (world) => ({ id: await sentMessage(world) }),
      select: "subject",
      secret: { text: () => "Owners news", to: ["owner", "editor", "admin"] },
    },
  },
  Mutation: {
    studioAllowEmails: {
      rule: staff("support"),
      args: async ({ make, server }) => {
        const { id } = await make.bystander();
        const address = await verifiedEmailOf(server.ctx().db, id);
        await suppressAddress(server.ctx(), { address: address!, reason: "bounce", now: new Date() });
        return { personId: id };
      },
    },
    saveSeriesStep: {
      rule: staff("editor"),
      args: async (world) => ({
        ...(await seenSeries(world)),
        id: randomUUID(),
        delay: await freeDelay(world),
        texts: [],
        cards: [],
      }),
    },
    deleteSeriesStep: {
      rule: staff("editor"),
      args: async (world) => ({ ...(await seenSeries(world)), id: await step(world) }),
    },
    switchSeries: {
      rule: staff("editor"),
      args: async (world) => ({ ...(await seenSeries(world)), isOn: false, includesEarlier: false }),
    },
    saveAnnouncement: {
      rule: staff("editor"),
      args: () => ({ id: randomUUID(), version: 0, texts: [], cards: [], audience: {} }),
    },
    sendAnnouncement: ofDraft,
    scheduleAnnouncement: {
      ...ofDraft,
      args: async (world) => ({ ...(await ofDraft.args(world)), at: tomorrow() }),
    },
    withdrawAnnouncement: {
      ...ofDraft,
      args: async (world) => ({ id: await draft(world, "scheduled"), version: 1 }),
    },
    deleteAnnouncement: {
      rule: staff("editor"),
      args: async (world) => ({ id: await draft(world) }),
    },
    testMessage: {
      rule: staff("editor"),
      target: "id",
      args: async (world) => ({ id: await draft(world), locale: "en" }),
      unaudited: "a message to themselves alone",
    },
    openMessage: { rule: viewer, args: async (world) => ({ id: await sentMessage(world) }) },
  },
};
