import type { FormatContext } from "../../../../contract/formats/context.ts";
import type { Ctx } from "../../../ctx.ts";
import type { Permission } from "../../../../contract/staff.ts";
import type { TranslatedStudio } from "../../site/index.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";
import type { EventType } from "../../../platform/events.ts";

/** People who are notified of an event per transaction: few enough for requests to get their turn between two. */
export const pageSize = 200;

/** How a person receives emails of a kind. */
export const emailChoices = ["off", "digest", "at_once"] as const;
export type EmailChoice = (typeof emailChoices)[number];

/** Channels of a kind. */
export interface Channels {
  readonly inbox: boolean;
  readonly push: boolean;
  readonly email: EmailChoice;
}

/** Icons that the web draws. */
export const icons = [
  "award",
  "calendar",
  "card",
  "comment",
  "follower",
  "heart",
  "mention",
  "announcement",
  "shield",
  "trophy",
  "video",
] as const;
export type Icon = (typeof icons)[number];

/** Values that a kind stores with a notification for its sentence; never a sentence itself. */
export type Facts = Readonly<Record<string, string | number>>;

/** Parameters of a notification's sentence. */
export interface NotificationContext<Values extends Facts = Facts> {
  readonly facts: Values;
  /** How its owner reads dates. */
  readonly reader: FormatContext;
  /** Whose contents it names: their names are translated for the reader. */
  readonly studio: TranslatedStudio;
  /** Usernames of the latest two actors; null for an actor without one. */
  readonly actors: readonly (string | null)[];
  /** Number of actors. */
  readonly actorsCount: number;
  /** How often it happened since the item was read. */
  readonly occurrences: number;
}

/** Who is notified of what. */
export interface Delivery<Values extends Facts = Facts> {
  readonly people: readonly string[];
  /** Items with the same key are grouped until they are read. */
  readonly groupKey: string;
  readonly facts: Values;
  /** Link target: a path of the web. */
  readonly path: string;
  /** Link target of an item in which several are grouped; `path` of the latest one unless given. */
  readonly groupPath?: string;
  /** Path of an image. */
  readonly imagePath?: string | null;
  /** The person who caused it. They aren't notified, nor is anyone who blocked or muted them. */
  readonly actorId?: string | null;
  /** Each person hears once by all deliveries with this id; that of the event unless given. */
  readonly sourceId?: string;
  /** People whom another kind notifies of the same: they hear of this only by channels by which that one doesn't reach them. */
  readonly reached?: { readonly kind: "ClassAlert"; readonly people: readonly string[] };
}

/** Part of the deliveries of one event; `next` is the last person of it, null if no more follow. */
export interface DeliveryPage<Values extends Facts = Facts> {
  readonly deliveries: readonly Delivery<Values>[];
  readonly next: string | null;
}

/** Where notifications of a kind come from: an event, and who hears of it. */
export interface Source<Values extends Facts = Facts> {
  /** The reaction's name; sources of several kinds may share one. */
  readonly reaction: string;
  readonly event: EventType<unknown>;
  /** Distinguishes this source's notifications from those of another with the same reaction. */
  readonly suffix: string;
  /** Whether many people hear of it, a page per job. */
  readonly isPaged: boolean;
  deliver(ctx: Ctx, payload: unknown, after: string | null): Promise<DeliveryPage<Values>>;
}

/** A kind of notification: all that delivery, settings, the API and emails know of it. */
export interface NotificationKind<Values extends Facts = Facts> {
  /** Title in emails and settings. */
  readonly title: Message;
  readonly icon: Icon;
  /** Channels for people who chose none. */
  readonly channels: Channels;
  /** The owning module sends these emails itself, and they can't be turned off, such as those of charges. */
  readonly isMailedElsewhere?: true;
  /** The module that notifies also writes the email that comes at once. */
  readonly hasOwnEmail?: true;
  /** Only for staff with this permission; others don't see its setting. */
  readonly permission?: Permission;
  /** Sent once a week, by email alone. */
  readonly isWeekly?: true;
  /** A notification in one sentence. */
  text(context: NotificationContext<Values>): Message;
  /** Empty for a kind that a schedule sends. */
  readonly sources: readonly Source<Values>[];
}

/** Declares a kind; `Values` are what its sentence needs. */
export const defineKind = <Values extends Facts = Facts>(
  kind: NotificationKind<Values>,
): NotificationKind<Values> => kind;

/**
 * Notifies of an event.
 * @param react returns null if there is no one to notify
 */
export const on = <Payload, Values extends Facts>(
  reaction: string,
  event: EventType<Payload>,
  react: (ctx: Ctx, payload: Payload) => Delivery<Values> | null | Promise<Delivery<Values> | null>,
  suffix = "",
): Source<Values> => ({
  reaction,
  event,
  suffix,
  isPaged: false,
  deliver: async (ctx, payload) => {
    const delivery = await react(ctx, event.schema.parse(payload));
    return { deliveries: delivery ? [delivery] : [], next: null };
  },
});

/** Notifies many people of an event, page by page. @param page those who come after a person */
export const onEach = <Payload, Values extends Facts>(
  reaction: string,
  event: EventType<Payload>,
  page: (ctx: Ctx, payload: Payload, after: string | null) => Promise<DeliveryPage<Values>>,
): Source<Values> => ({
  reaction,
  event,
  suffix: "",
  isPaged: true,
  deliver: (ctx, payload, after) => page(ctx, event.schema.parse(payload), after),
});

/** The actors of a notification, for a sentence with the plural of their count. */
export function actorsIn({ actors, actorsCount }: NotificationContext): {
  readonly first: string | Message;
  readonly second: string | Message;
  readonly count: number;
} {
  const [first, second] = actors;
  return {
    first: first ?? (actors.length > 0 ? msg("A dancer") : msg("Someone")),
    second: second ?? msg("a dancer"),
    count: Math.max(1, actorsCount),
  };
}
