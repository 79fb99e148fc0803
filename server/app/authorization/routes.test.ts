import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { versionPrefix } from "../../modules/media/publish.ts";
import { open } from "../../modules/community/uploads/testing.ts";
import { braintreeSettings } from "../../testing/braintree-server.ts";
import { chargebeeSettings } from "../../testing/chargebee-server.ts";
import { startTestServer } from "../../testing/harness.ts";
import { revenueCatSettings } from "../../testing/revenuecat-server.ts";
import { observeRoutes } from "../../testing/routes.ts";
import type { ObservedRoutes } from "../../testing/routes.ts";
import { buildSmallWeb } from "../../testing/small-web.ts";
import { startStripeServer, stripeSettings } from "../../testing/stripe-server.ts";
import type { StripeServer } from "../../testing/stripe-server.ts";
import { create } from "../../testing/tus.ts";
import { otherRoutes } from "./other-routes.ts";
import { createRevoked } from "./people.ts";
import { each } from "./route-rules.ts";
import type { Route } from "./route-rules.ts";
import { kinds, revokedKinds } from "./rules.ts";
import type { Kind, RevokedKind } from "./rules.ts";
import { studioRoutes } from "./studio-routes.ts";
import { createWorld } from "./world.ts";
import type { World } from "./world.ts";

let world: World;
let revoked: Record<RevokedKind, string>;
let observed: ObservedRoutes;
let webDir: string;
let stripe: StripeServer;
beforeAll(async () => {
  webDir = await buildSmallWeb();
  stripe = await startStripeServer();
  const { server, routes } = await observeRoutes(() =>
    startTestServer({
      roles: "api",
      webDir,
      env: {
        ...stripeSettings(stripe.url),
        ...braintreeSettings("http://127.0.0.1:9"),
        ...chargebeeSettings("http://127.0.0.1:9"),
        ...revenueCatSettings("http://127.0.0.1:9"),
      },
    }),
  );
  observed = routes;
  world = await createWorld(server);
  revoked = await createRevoked(server, world.people.admin!);
});
afterAll(async () => {
  await world?.server.stop();
  await stripe?.stop();
  await rm(webDir, { recursive: true, force: true });
});

const owners = (status: number) => ({ owner: status, adultProfile: status });
/** Starts the owner's video upload, once. @returns its URL */
let sent: Promise<string> | null = null;
const sendUpload = (at: World) => (sent ??= beginUpload(at));
async function beginUpload({ server, owner }: World): Promise<string> {
  const { ticket, errors } = await open(server, owner, 1000);
  if (!ticket) throw new Error(JSON.stringify(errors));
  const created = await create(ticket, owner, 1000);
  return new URL(created.headers.get("location")!).pathname;
}
const upload = { "tus-resumable": "1.0.0" };
const none = randomUUID();
const record: Pick<Route, "path" | "missing" | "statuses"> = {
  path: ({ owner }) => `/rtdb/subscriptions/${owner.id}.json`,
  missing: `/rtdb/subscriptions/${none}.json`,
  // A recording belongs to the account: all its profiles may use it, and admins may use all recordings.
  statuses: each(401, { ...owners(200), childProfile: 200, admin: 200 }),
};
const overwrite = { ...record, statuses: each(401, { admin: 200 }) };
const json = { "content-type": "application/json" };

const routes: Readonly<Record<string, Route>> = {
  "GET /rtdb/subscriptions/{id}": record,
  // People append ad clicks to their own record, and change nothing else of it.
  "PUT /rtdb/subscriptions/{id}": { ...overwrite, method: "PUT", body: '{"x":1}', headers: json },
  "PATCH /rtdb/subscriptions/{id}": { ...overwrite, method: "PATCH", body: '{"x":1}', headers: json },
  "DELETE /rtdb/subscriptions/{id}": { ...overwrite, method: "DELETE" },
  "POST /rtdb/subscriptions/{id}/googleClicks": {
    ...record,
    method: "POST",
    path: ({ owner }) => `/rtdb/subscriptions/${owner.id}/googleClicks.json`,
    missing: `/rtdb/subscriptions/${none}/googleClicks.json`,
    body: JSON.stringify({
      gclid: "G1",
      timestamp: 1_700_000_000_000,
      landing_url: "https://eightcount.test/",
    }),
    headers: json,
  },
  "GET /rtdb": { path: () => "/rtdb/.json", statuses: each(401, { admin: 200 }) },
  "HEAD /uploads/{id}": {
    method: "HEAD",
    path: sendUpload,
    missing: `/uploads/${none}`,
    headers: upload,
    statuses: each(404, { guest: 403, childProfile: 403, ...owners(200) }),
  },
  "PATCH /uploads/{id}": {
    method: "PATCH",
    path: sendUpload,
    missing: `/uploads/${none}`,
    headers: { ...upload, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: "",
    statuses: each(404, { guest: 403, childProfile: 403, ...owners(204) }),
  },
  "DELETE /uploads/{id}": {
    method: "DELETE",
    path: sendUpload,
    missing: `/uploads/${none}`,
    headers: upload,
    // The first profile of the account deletes it.
    statuses: each(404, { guest: 403, childProfile: 403, owner: 204 }),
  },
  ...studioRoutes,
  "GET /studio/classes/{id}/captions/{language}": {
    path: async ({ make }) => `/studio/classes/${await make.captionedDraft()}/captions/en`,
    missing: `/studio/classes/${none}/captions/en`,
    statuses: each(404, { teacher: 200, editor: 200, admin: 200 }),
  },
  "PUT /studio/classes/{id}/captions/{language}": {
    method: "PUT",
    path: async ({ make }) => `/studio/classes/${(await make.sourceVideo()).classId}/captions/en`,
    missing: `/studio/classes/${none}/captions/en`,
    headers: { "content-type": "text/vtt" },
    body: "WEBVTT\n",
    statuses: each(404, { teacher: 204, editor: 204, admin: 204 }),
  },
  "GET /studio/classes/{classId}/waveform": {
    path: async ({ make }) => `/studio/classes/${await make.analyzedDraft()}/waveform`,
    missing: `/studio/classes/${none}/waveform`,
    statuses: each(404, { teacher: 200, editor: 200, admin: 200 }),
  },
  // No image: that is refused after authorization.
  "POST /studio/classes/{id}/poster": {
    method: "POST",
    path: async ({ make }) => `/studio/classes/${(await make.sourceVideo()).classId}/poster`,
    body: "x",
    statuses: each(404, { teacher: 422, editor: 422, admin: 422 }),
  },
  "POST /studio/styles/{id}/image": {
    method: "POST",
    path: async ({ make }) => `/studio/styles/${await make.styleSlug()}/image`,
    body: "x",
    statuses: each(404, { editor: 422, admin: 422 }),
  },
  "POST /studio/categories/{id}/image": {
    method: "POST",
    path: async () => "/studio/categories/grooves/image",
    body: "x",
    statuses: each(404, { editor: 422, admin: 422 }),
  },
  "POST /studio/instructors/{id}/image": {
    method: "POST",
    path: async () => "/studio/instructors/demo-ana/image",
    body: "x",
    statuses: each(404, { editor: 422, admin: 422 }),
  },
  "POST /studio/courses/{id}/image": {
    method: "POST",
    path: async ({ make }) => `/studio/courses/${await make.course()}/image`,
    body: "x",
    statuses: each(404, { editor: 422, admin: 422 }),
  },
  // No picture and no film: that is refused after authorization.
  "POST /me/photo": {
    method: "POST",
    path: () => "/me/photo",
    body: "x",
    statuses: each(422, { guest: 403, childProfile: 403 }),
  },
  "POST /studio/questions/{question}/{slug}/film": {
    method: "POST",
    path: () => "/studio/questions/reason/learn/film",
    body: "x",
    statuses: each(404, { editor: 422, admin: 422 }),
  },
  "DELETE /studio/questions/{question}/{slug}/film": {
    method: "DELETE",
    path: () => "/studio/questions/reason/learn/film",
    missing: "/studio/questions/reason/none/film",
    statuses: each(404, { editor: 200, admin: 200 }),
  },
  "DELETE /me/photo": {
    method: "DELETE",
    path: () => "/me/photo",
    statuses: each(200, { guest: 403, childProfile: 403 }),
  },
};

const paths = new Map<Route, string>();
async function pathOf(route: Route): Promise<string> {
  const path = paths.get(route) ?? (await route.path(world));
  paths.set(route, path);
  return path;
}
const send = async (route: Route, path: string, token: string | null) => {
  const { method = "GET", headers, body } = route;
  const response = await world.server.fetch(path, {
    method,
    headers: { ...headers, ...(token ? { "x-auth-token": `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, text: await response.text() };
};

describe.each(Object.entries(routes))("%s", (_name, route) => {
  test("answers every kind of viewer by its rule, and refuses like a missing object", async () => {
    const { statuses, missing } = route;
    const path = await pathOf(route);
    const found: Partial<Record<Kind, number>> = {};
    for (const kind of kinds) {
      const token = (await world.people[kind]?.token()) ?? null;
      const answer = await send(route, path, token);
      found[kind] = answer.status;
      const isTheirs = kind === "owner" || kind === "adultProfile";
      if (missing && !isTheirs && answer.status >= 400)
        expect(await send(route, missing, token), kind).toEqual(answer);
    }
    expect(found).toEqual(statuses);
  });

  test.each(revokedKinds)("refuses a %s", async (kind) => {
    expect((await send(route, await pathOf(route), revoked[kind])).status).toBe(401);
  });
});

/** Signed links that open one object of the owner's for anyone who has the link. */
const links: Readonly<Record<string, () => Promise<{ url: string; id: string; status: number }>>> = {
  "a receipt": async () => {
    await world.make.invoice();
    const { data } = await world.server.graphql<{ invoices: { items: { id: string; pdfUrl: string }[] } }>(
      "{ invoices { items { id pdfUrl } } }",
      {},
      { as: world.owner },
    );
    const [{ id, pdfUrl } = { id: "", pdfUrl: "" }] = data!.invoices.items;
    return { url: pdfUrl, id, status: 404 };
  },
  "a calendar": async () => {
    const { data } = await world.server.graphql<{ openPlanCalendar: { url: string } }>(
      "mutation { openPlanCalendar { url } }",
      {},
      { as: world.owner },
    );
    const { url } = data!.openPlanCalendar;
    return { url, id: /calendar\/([0-9a-f-]{36})/.exec(url)![1]!, status: 404 };
  },
  "a copy of someone's data": async () => {
    const id = randomUUID();
    const { pool } = world.server;
    await pool.query(`delete from identity.exports where person_id = $1`, [world.owner.id]);
    await pool.query(
      `insert into identity.exports (id, person_id, requested_at, ready_at, size, expires_at) values ($1, $2, now(), now(), 3, now() + interval '1 day')`,
      [id, world.owner.id],
    );
    const { storage } = world.server.ctx().ports;
    await storage.put(`exports/${world.owner.id}/${id}.zip`, Buffer.from("zip"), "application/zip");
    const { data } = await world.server.graphql<{ account: { dataExport: { url: string } } }>(
      "{ account { dataExport { url } } }",
      {},
      { as: world.owner },
    );
    return { url: data!.account.dataExport.url, id, status: 404 };
  },
  "a class's film": async () => {
    const { classId, server } = world;
    const { rows } = await server.pool.query<{ version: string }>(
      `select version from media.assets where id = $1`,
      [classId],
    );
    await server
      .ctx()
      .ports.storage.put(
        `${versionPrefix(classId, rows[0]!.version)}front/master.m3u8`,
        Buffer.from("#EXTM3U"),
        "application/vnd.apple.mpegurl",
      );
    const { data } = await server.graphql<{ studioClass: { video: { playback: { hlsUrl: string } } } }>(
      "query ($id: ID!) { studioClass(id: $id) { video { playback { hlsUrl } } } }",
      { id: classId },
      { as: world.owner },
    );
    return { url: data!.studioClass.video.playback.hlsUrl, id: classId, status: 403 };
  },
};

describe.each(Object.entries(links))("the link to %s", (_name, make) => {
  test("opens nothing else, and no other link opens it", async () => {
    const { url, id, status } = await make();
    expect((await fetch(url)).status).toBe(200);
    const answers = await Promise.all(
      [
        // Another object, existing or not.
        url.replaceAll(id, randomUUID()),
        url.replaceAll(id, world.privateVideoId),
        // A truncated signature, and a changed one.
        url.replace(/[\w-](?=[^\w-]*$)/, ""),
        ...[...url.matchAll(/[\w-]{43}/g)].map(
          ({ 0: signature, index }) =>
            url.slice(0, index) + (signature.startsWith("A") ? "B" : "A") + url.slice(index + 1),
        ),
      ].map(async (other) => {
        expect(other).not.toBe(url);
        return (await fetch(other)).status;
      }),
    );
    for (const answer of answers) expect([status, 404]).toContain(answer);
  });
});

const isCollector = (route: string) => route.startsWith("POST /v1/");

test("covers every route of the server", () => {
  const { registered, reached } = observed;
  const isCovered = (route: string) => route in otherRoutes || reached.has(route) || isCollector(route);
  const missing = [...registered].filter((route) => !isCovered(route));
  expect(missing, "add these to `routes` or `otherRoutes`").toEqual([]);
  const gone = Object.keys(otherRoutes).filter((route) => !registered.has(route));
  expect(gone, "no longer registered").toEqual([]);
});
