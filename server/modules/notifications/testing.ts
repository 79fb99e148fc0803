/** Helpers for notification tests: send an item, read an inbox, change settings through the API. */
import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Clock } from "../../platform/clock.ts";
import { createLibrary } from "../../testing/factories.ts";
import { startTestServer } from "../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
import { fanOutJob } from "./fan-out.ts";
import { notify } from "./notify.ts";
import type { Notification } from "./notify.ts";

export const hourMs = 3_600_000;

export interface Item {
  readonly id: string;
  readonly type: string;
  readonly text: string;
  readonly url: string;
  readonly imageUrl: string | null;
  readonly readAt: string | null;
}
interface InboxShown {
  readonly items: readonly Item[];
  readonly unread: number;
  readonly nextCursor: string | null;
}

/** A server with a library, and an editor of it. */
export async function startLibrary(clock: Clock): Promise<{ server: TestServer; editor: TestPerson }> {
  const server = await startTestServer({ clock });
  await createLibrary(server.pool);
  return { server, editor: await server.member({ role: "editor" }) };
}

/** Calls the API, which answers without errors. */
export async function succeed(
  server: TestServer,
  as: TestPerson,
  query: string,
  variables: object = {},
): Promise<void> {
  const { errors } = await server.graphql(query, { ...variables }, { as });
  expect(errors).toEqual([]);
}

/** Follows an instructor, a style, a category or a course. */
export const follow = (server: TestServer, as: TestPerson, kind: string, slug: string): Promise<void> =>
  succeed(
    server,
    as,
    "mutation ($kind: FollowKind!, $slug: String!) { setFollow(kind: $kind, slug: $slug, following: true) { id } }",
    { kind, slug },
  );

/** A person's inbox, from the API. */
export async function inbox(
  server: TestServer,
  as: TestPerson,
  pagination: object = {},
): Promise<InboxShown> {
  const { data, errors } = await server.graphql<{ notifications: InboxShown }>(
    "query ($pagination: Pagination) { notifications(pagination: $pagination) { items { id type text url imageUrl createdAt readAt } unread nextCursor } }",
    { pagination },
    { as },
  );
  expect(errors).toEqual([]);
  return data!.notifications;
}

interface SettingsShown {
  readonly kinds: readonly { readonly type: string; readonly push: boolean; readonly email: string }[];
  readonly quietFrom: string | null;
  readonly timeZone: string;
}

/** Keys of a browser's push subscription, as it registers them. */
export const browserKeys = (): string =>
  JSON.stringify({
    p256dh: createECDH("prime256v1").generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
  });

/**
 * Changes settings.
 * @param call the mutation with its arguments
 * @returns the new settings, or the error codes
 */
export async function change(
  server: TestServer,
  as: TestPerson,
  call: string,
): Promise<{ changed: SettingsShown | undefined; codes: unknown[] }> {
  const { data, errors } = await server.graphql<{ changed: SettingsShown }>(
    `mutation { changed: ${call} { kinds { type inbox push email } quietFrom quietTo timeZone pushPublicKey } }`,
    {},
    { as },
  );
  return { changed: data?.changed, codes: errors.map(({ extensions }) => extensions.code) };
}

/** Notifies people of a comment by default. @param notification overrides fields */
export const send = (
  server: TestServer,
  people: readonly TestPerson[],
  notification: Partial<Notification> = {},
): Promise<void> =>
  server.ctx().transact(async (tx) => {
    await notify(tx, {
      sourceId: randomUUID(),
      people: people.map(({ id }) => id),
      kind: "UGCComment",
      groupKey: `post:${randomUUID()}`,
      path: "/post/1",
      ...notification,
    });
  });

/** A child's profile in a member's family. @returns its id */
export async function childOf({ pool }: TestServer, { id }: TestPerson): Promise<string> {
  const childId = randomUUID();
  await pool.query(
    `insert into identity."user" (id, name, email, "emailVerified", "accountId", "isChild", "createdAt", "updatedAt")
     values ($1, 'Demo Mia', $2, false, $3, true, now(), now())`,
    [childId, `${childId}@member.invalid`, id],
  );
  return childId;
}
/** Waits until the worker has no reaction left, no job that notifies, and none of these. */
export const settled = ({ pool }: TestServer, ...jobs: readonly string[]): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await pool.query<{ left: number }>(
        `select count(*)::int as left from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
         where task.identifier = any($1)`,
        [["platform.react", fanOutJob.name, ...jobs]],
      );
      return rows[0]!.left;
    })
    .toBe(0);
