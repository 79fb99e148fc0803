import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Tx } from "../../ctx.ts";
import type { MessageKind } from "./kinds/index.ts";
import { notify, quietOf } from "./notify.ts";
import { endOfQuiet } from "./quiet.ts";
import { unsubscribePath } from "./unsubscribe.ts";

/** Something that the studio writes to people of one language. */
export interface MessageNotice {
  /** Each person is notified once per source. */
  readonly sourceId: string;
  readonly kind: MessageKind;
  readonly people: readonly string[];
  readonly subject: string;
  readonly path: string;
}

/** Someone who was notified, and how. */
export interface Notified {
  readonly personId: string;
  readonly byInbox: boolean;
  readonly byPush: boolean;
  /** For the caller to email; null for those who agreed to none. */
  readonly email: { readonly unsubscribePath: string; readonly at: Date | null } | null;
}

/**
 * Notifies people of something that the studio wrote, through the channels they chose and outside their quiet hours: inbox, push and
 * digest. Emails that come at once are the caller's.
 */
export async function notifyOfMessage(tx: Tx, { subject, ...notice }: MessageNotice): Promise<Notified[]> {
  const notified = await notify(tx, {
    ...notice,
    groupKey: `message:${notice.path}`,
    facts: { subject },
    isBulk: true,
  });
  const now = tx.clock.now();
  return notified.map((row) => ({
    personId: row.personId,
    byInbox: row.inbox,
    byPush: row.push && row.devices.length > 0,
    email:
      row.email === "at_once"
        ? {
            unsubscribePath: unsubscribePath(tx.config.authSecret, {
              personId: row.personId,
              kind: notice.kind,
            }),
            at: endOfQuiet(now, quietOf(row), row.timeZone),
          }
        : null,
  }));
}

/** Whether a person agreed to emails of a kind of message, for another module's statement. */
export const agreedToEmailSql = (
  personId: RawBuilder<unknown>,
  kind: MessageKind,
): RawBuilder<unknown> => sql`exists (
  select from notifications.kind_settings as settings
  where settings.person_id = ${personId} and settings.kind = ${sql.lit(kind)} and settings.email <> 'off')`;

/** Whether messages of a kind reach a browser of a person, for another module's statement. */
export const reachedByPushSql = (
  personId: RawBuilder<unknown>,
  kind: MessageKind,
): RawBuilder<unknown> => sql`exists (
  select from notifications.kind_settings as settings join notifications.push_subscriptions as device using (person_id)
  where settings.person_id = ${personId} and settings.kind = ${sql.lit(kind)} and settings.push)`;
