import { permissionsOf } from "../../../contract/staff.ts";
import type { Ctx } from "../../ctx.ts";
import { BadInput } from "../../platform/errors.ts";
import { allowAddress } from "../../platform/mail/suppression.ts";
import { requireViewer, verifiedEmailOf } from "../identity/index.ts";
import { kindNames, kinds } from "./kinds/index.ts";
import type { Channels, EmailChoice, Kind } from "./kinds/index.ts";
import { cancelDigests, changeKind, findSettings, saveQuietHours } from "./store-settings.ts";
import { msg, inEnglish } from "../../platform/i18n/messages.ts";

export interface KindSetting extends Channels {
  readonly kind: Kind;
  /** Whether the person chose its channels; else they are the defaults. */
  readonly isChosen: boolean;
}
export interface Settings {
  readonly personId: string;
  readonly kinds: readonly KindSetting[];
  /** Local time HH:MM; null without quiet hours. */
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly timeZone: string;
}

const timeOf = (minute: number | null) =>
  minute === null
    ? null
    : `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

function minuteOf(time: string, field: string): number {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  if (!hour) throw new BadInput(field, inEnglish("Send a time as HH:MM, such as 22:00."));
  return Number(hour) * 60 + Number(minute);
}

/** The viewer's notification settings. @throws Unauthenticated */
export async function settingsOf(ctx: Ctx): Promise<Settings> {
  const { personId, role } = requireViewer(ctx);
  const found = await findSettings(ctx.db, personId);
  const allowed = permissionsOf(role);
  const shown = kindNames.filter((kind) => {
    const { permission } = kinds[kind];
    return permission === undefined || allowed.includes(permission);
  });
  return {
    personId,
    kinds: shown.map((kind) => {
      const chosen = found.chosen.find((one) => one.kind === kind);
      const { inbox, push, email } = chosen ?? kinds[kind].channels;
      return { kind, inbox, push, email, isChosen: chosen !== undefined };
    }),
    quietFrom: timeOf(found.fromMinute),
    quietTo: timeOf(found.toMinute),
    timeZone: found.timeZone,
  };
}

/**
 * Changes the channels of a kind; omitted fields stay. Who turns emails on after calling one spam gets them again.
 * @throws BadInput, Unauthenticated
 */
export async function changeKindSetting(
  ctx: Ctx,
  kind: Kind,
  change: {
    inbox?: boolean | null | undefined;
    push?: boolean | null | undefined;
    email?: EmailChoice | null | undefined;
  },
): Promise<Settings> {
  const { personId } = requireViewer(ctx);
  const { inbox = null, push = null, email = null } = change;
  if (email !== null && kinds[kind].isMailedElsewhere)
    throw new BadInput("email", msg("These emails are always sent."));
  if (kinds[kind].isWeekly && (inbox || push || email === "digest"))
    throw new BadInput(inbox ? "inbox" : push ? "push" : "email", msg("This comes once a week by email."));
  await ctx.transact(async (tx) => {
    await changeKind(
      tx.db,
      { personId, kind, inbox, push, email, now: tx.clock.now() },
      kinds[kind].channels,
    );
    if (email !== null && email !== "digest") await cancelDigests(tx.db, personId, kind);
    const address = email !== null && email !== "off" ? await verifiedEmailOf(tx.db, personId) : null;
    if (address) await allowAddress(tx, address, "complaint");
  });
  return settingsOf(ctx);
}

/** Sets or removes the viewer's quiet hours for push and email. @throws BadInput, Unauthenticated */
export async function changeQuietHours(ctx: Ctx, from: string | null, to: string | null): Promise<Settings> {
  const { personId } = requireViewer(ctx);
  if ((from === null) !== (to === null))
    throw new BadInput(from === null ? "from" : "to", msg("Choose when quiet hours start and end."));
  const hours =
    from === null || to === null
      ? null
      : { fromMinute: minuteOf(from, "from"), toMinute: minuteOf(to, "to") };
  if (hours && hours.fromMinute === hours.toMinute)
    throw new BadInput("to", msg("Choose a different time for the end of quiet hours."));
  await saveQuietHours(ctx.db, personId, hours);
  return settingsOf(ctx);
}

/** Turns off emails of one kind, or of all kinds sent as digests. */
export async function stopMails(ctx: Ctx, personId: string, kind: Kind | "digest"): Promise<void> {
  const settings = kind === "digest" ? await findSettings(ctx.db, personId) : null;
  const stopped =
    kind === "digest"
      ? kindNames.filter(
          (name) =>
            (settings!.chosen.find((one) => one.kind === name) ?? kinds[name].channels).email === "digest",
        )
      : [kind];
  await ctx.transact(async (tx) => {
    for (const name of stopped)
      await changeKind(
        tx.db,
        { personId, kind: name, inbox: null, push: null, email: "off", now: tx.clock.now() },
        kinds[name].channels,
      );
    await cancelDigests(tx.db, personId, kind === "digest" ? null : kind);
  });
}
