import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { TranslatedStudio } from "../../site/index.ts";
import { verbatim } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";
import { billing } from "./billing.ts";
import { badges, challenges } from "./challenges.ts";
import { classes } from "./classes.ts";
import { people, shared } from "./community.ts";
import { courses } from "./courses.ts";
import type { NotificationKind, Source } from "./kind.ts";
import { staff, studio } from "./studio.ts";

export { emailChoices, icons } from "./kind.ts";
export type { Channels, Delivery, EmailChoice, Facts } from "./kind.ts";
export type { MessageKind } from "./studio.ts";

const declared = {
  ...badges,
  ...people,
  ...classes,
  ...challenges,
  ...courses,
  ...billing,
  ...studio,
  ...staff,
  ...shared,
};

export type Kind = keyof typeof declared;
/** Every kind of notification, in the order of the settings page. */
export const kinds: Readonly<Record<Kind, NotificationKind>> = declared;
export const kindNames = Object.keys(kinds) as Kind[];
/** SQL for whether a row of `notifications.items` is of one of these kinds: a later release may have stored others. */
export const isKnownSql = (): RawBuilder<boolean> =>
  sql<boolean>`items.kind in (${sql.join(kindNames.map((kind) => sql.lit(kind)))})`;

/** Sources of all kinds, by the reaction that delivers them. */
export const sourcesByReaction: ReadonlyMap<string, readonly (Source & { readonly kind: Kind })[]> =
  Map.groupBy(
    kindNames.flatMap((kind) => kinds[kind].sources.map((source) => ({ ...source, kind }))),
    ({ reaction }) => reaction,
  );

/** The sentence of an item in emails, pushes and the inbox, in its owner’s time zone. `locale` is its reader's. */
export const textOf = (
  item: {
    readonly kind: Kind;
    readonly facts: Readonly<Record<string, string | number>>;
    readonly actors: readonly ({ readonly username: string | null } | null)[];
    readonly actorsCount: number;
    readonly occurrences: number;
    readonly timeZone: string;
  },
  { locale, studio }: { readonly locale: string; readonly studio: TranslatedStudio },
): Message => {
  // Items of releases before 1.0 have the sentence itself.
  if (typeof item.facts["text"] === "string") return verbatim(item.facts["text"]);
  return kinds[item.kind].text({
    facts: item.facts,
    reader: { locale, timeZone: item.timeZone },
    studio,
    actors: item.actors.map((actor) => actor?.username ?? null),
    actorsCount: item.actorsCount,
    occurrences: item.occurrences,
  });
};
