/** Helpers for notification tests: send an item, read an inbox, change settings through the API. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { TestPerson, TestServer } from "../../testing/harness.ts";
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
