import { localTimeOf } from "../../../platform/local-time.ts";
import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { storedAudience } from "../people/audience.ts";
import type { Audience } from "../people/audience.ts";
import { Danced, filterOfInput, Stage, StudioPeopleFilter } from "../people/graphql.ts";
import type { AudienceCount } from "../people/store.ts";
import {
  announcementPage,
  announcementStates,
  audienceCount,
  deleteAnnouncement,
  messageWriter,
  readAnnouncement,
  saveAnnouncement,
  scheduleAnnouncement,
  sendAnnouncement,
  testMessage,
  withdrawAnnouncement,
} from "./announcements.ts";
import type { AnnouncementPage, AnnouncementRow, MessageWriter } from "./announcements.ts";
import { editedCards } from "./cards.ts";
import type { EditedCard, ShownCard } from "./cards.ts";
import { cardKinds, textFor } from "./content.ts";
import type { MessageText } from "./content.ts";
import { figuresOf } from "./figures.ts";
import type { MessageFigures } from "./store-recipients.ts";
import { messageOf, openMessage } from "./received.ts";
import type { ReceivedMessage } from "./received.ts";
import { contentOf } from "./notify-recipients.ts";

const CardKind = builder.enumType("MessageCardKind", { values: cardKinds });
const Card = builder.objectRef<ShownCard>("MessageCard").implement({
  description: "What a message is about.",
  fields: (t) => ({
    kind: t.expose("kind", { type: CardKind }),
    id: t.exposeID("id", { description: "Of a class or a course, or a promo code." }),
    title: t.exposeString("title"),
    detail: t.exposeString("detail"),
    path: t.exposeString("path", { description: "A path of the web." }),
  }),
});
export const CardOfEditor = builder.objectRef<EditedCard>("EditedMessageCard").implement({
  description: "What a message is about, for its editors.",
  fields: (t) => ({
    kind: t.expose("kind", { type: CardKind }),
    id: t.exposeID("id", { description: "Of a class or a course, or a promo code." }),
    title: t.exposeString("title"),
    isShown: t.exposeBoolean("isShown", {
      description:
        "False for what isn’t published, and for a promo code that can’t be used: readers don’t get it.",
    }),
  }),
});
/** A text in one language. */
export const Text = builder.objectRef<MessageText & { locale: string }>("MessageText").implement({
  fields: (t) => ({
    locale: t.exposeString("locale"),
    subject: t.exposeString("subject"),
    body: t.exposeString("body", { description: "Markdown." }),
  }),
});
const AudienceType = builder.objectRef<Audience>("MessageAudience").implement({
  description: "Filters of the list of people: all of them combine.",
  fields: (t) => ({
    stage: t.expose("stage", { type: Stage, nullable: true }),
    planId: t.exposeID("planId", { nullable: true }),
    countryCode: t.exposeString("countryCode", { nullable: true }),
    currencyCode: t.exposeString("currencyCode", { nullable: true }),
    joinedFrom: t.exposeString("joinedFrom", { nullable: true }),
    joinedUntil: t.exposeString("joinedUntil", { nullable: true }),
    danced: t.expose("danced", { type: Danced, nullable: true }),
    coupon: t.exposeString("coupon", { nullable: true }),
    style: t.exposeString("style", { nullable: true }),
  }),
});
export const Figures = builder.objectRef<MessageFigures>("MessageFigures").implement({
  description: "How many people a message reached, and what became of it.",
  fields: (t) => ({
    byInbox: t.exposeInt("byInbox"),
    byPush: t.exposeInt("byPush"),
    byEmail: t.exposeInt("byEmail", { description: "Emails that were written." }),
    delivered: t.exposeInt("delivered", { description: "Emails that the mail server took." }),
    bounced: t.exposeInt("bounced", { description: "Emails that were refused, or came back." }),
    complained: t.exposeInt("complained", { description: "Emails that their readers called spam." }),
    opened: t.exposeInt("opened", { description: "Who opened its page, signed in." }),
    clicked: t.exposeInt("clicked", {
      description: "Who followed one of its links to a page of the studio, signed in.",
    }),
    danced: t.exposeInt("danced", { description: "Who danced within 7 days." }),
    cameBack: t.exposeInt("cameBack", {
      description: "Those among them who hadn’t danced for 14 days.",
    }),
  }),
});
const State = builder.enumType("AnnouncementState", { values: announcementStates });

/** A message with its texts and cards. */
const Announcement = builder.objectRef<AnnouncementRow>("Announcement").implement({
  description: "Something that the studio writes to many people, by email, inbox and push.",
  fields: (t) => ({
    id: t.exposeID("id"),
    version: t.exposeInt("version", { description: "Send it back with a change." }),
    state: t.expose("state", { type: State }),
    subject: t.string({
      description: "In the viewer's language, else in the studio's; empty in an empty draft.",
      resolve: (message, _args, ctx) =>
        textFor(contentOf(message), ctx.locale, ctx.studio.locale)?.subject ?? "",
    }),
    texts: t.field({
      type: [Text],
      resolve: (message) =>
        Object.entries(contentOf(message).texts).map(([locale, text]) => ({ locale, ...text })),
    }),
    cards: t.field({
      type: [CardOfEditor],
      description: "Every one: send them back to keep them.",
      resolve: (message, _args, ctx) => editedCards(ctx, contentOf(message).cards, ctx.locale),
    }),
    audience: t.field({
      type: AudienceType,
      resolve: ({ audience }) => storedAudience.parse(audience),
    }),
    savedAt: t.expose("savedAt", { type: "DateTime" }),
    scheduledAt: t.expose("scheduledAt", { type: "DateTime", nullable: true }),
    scheduledLocal: t.string({
      nullable: true,
      description: "In the studio’s time zone: 2026-03-29T18:00.",
      resolve: ({ scheduledAt }, _args, ctx) => scheduledAt && localTimeOf(scheduledAt, ctx.studio.timeZone),
    }),
    sentAt: t.expose("sentAt", { type: "DateTime", nullable: true }),
    notified: t.exposeInt("notified", { description: "People who were notified." }),
    figures: t.field({ type: Figures, resolve: (message, _args, ctx) => figuresOf(ctx, message) }),
  }),
});
const Page = builder.objectRef<AnnouncementPage>("AnnouncementPage").implement({
  fields: (t) => ({
    items: t.field({ type: [Announcement], resolve: ({ items }) => [...items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});
export const Count = builder.objectRef<AudienceCount>("AudienceCount").implement({
  description: "How many people filters fit now.",
  fields: (t) => ({
    people: t.exposeInt("people", { description: "Everyone hears in the inbox, unless they turned it off." }),
    isCapped: t.exposeBoolean("isCapped", {
      description: "Whether there are more than were counted; then all counts are of the newest members.",
    }),
    byEmail: t.exposeInt("byEmail", { description: "Those who agreed to news by email." }),
    byPush: t.exposeInt("byPush", { description: "Those who agreed to news as push messages." }),
  }),
});
const Writer = builder.objectRef<MessageWriter>("MessageWriter").implement({
  description: "What the writer of a message needs to know of the studio.",
  fields: (t) => ({
    locale: t.exposeString("locale", { description: "Every message has a text in it." }),
    timeZone: t.exposeString("timeZone", { description: "IANA name." }),
  }),
});
const Received = builder.objectRef<ReceivedMessage>("ReceivedMessage").implement({
  description: "A message of the studio, as its reader sees it.",
  fields: (t) => ({
    id: t.exposeID("id"),
    subject: t.exposeString("subject"),
    body: t.exposeString("body", { description: "Markdown." }),
    cards: t.field({ type: [Card], resolve: ({ cards }) => [...cards] }),
  }),
});

export const MessageTextInput = builder.inputType("MessageTextInput", {
  fields: (t) => ({
    locale: t.string({ required: true }),
    subject: t.string({ required: true, description: "Up to 120 characters." }),
    body: t.string({ required: true, description: "Markdown, up to 10,000 characters." }),
  }),
});
export const MessageCardInput = builder.inputType("MessageCardInput", {
  fields: (t) => ({
    kind: t.field({ type: CardKind, required: true }),
    id: t.id({ required: true, description: "Of a class or a course, or a promo code." }),
  }),
});

builder.queryFields((t) => ({
  announcements: t.field({
    type: Page,
    description: "For editors: the newest first.",
    args: { pagination: t.arg({ type: Pagination }) },
    resolve: (_root, { pagination }, ctx) =>
      announcementPage(ctx, { first: pagination?.first ?? null, after: pagination?.after ?? null }),
  }),
  announcement: t.field({
    type: Announcement,
    description: "For editors.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => readAnnouncement(ctx, id),
  }),
  audienceCount: t.field({
    type: Count,
    description: "For editors. BAD_INPUT for filters with a search.",
    args: { filter: t.arg({ type: StudioPeopleFilter, required: true }) },
    resolve: (_root, { filter }, ctx) => audienceCount(ctx, filterOfInput(filter)),
  }),
  messageWriter: t.field({
    type: Writer,
    description: "For editors.",
    resolve: (_root, _args, ctx) => messageWriter(ctx),
  }),
  receivedMessage: t.field({
    type: Received,
    nullable: true,
    description: "For the people it was sent to, in the reader’s language.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => messageOf(ctx, id),
  }),
}));

const waiting = {
  id: { type: "ID", required: true },
  version: { type: "Int", required: true },
} as const;
builder.mutationFields((t) => ({
  saveAnnouncement: t.field({
    type: Announcement,
    description:
      "For editors: saves a draft, or one that is scheduled. CHANGED_MEANWHILE if someone else saved since `version`; ANNOUNCEMENT_SENT once it is sent.",
    args: {
      id: t.arg.id({ required: true, description: "A UUID of the client’s for a new one." }),
      version: t.arg.int({ required: true, description: "0 for a new one." }),
      texts: t.arg({ type: [MessageTextInput], required: true }),
      cards: t.arg({ type: [MessageCardInput], required: true }),
      audience: t.arg({ type: StudioPeopleFilter, required: true }),
    },
    resolve: (_root, { audience, ...given }, ctx) =>
      saveAnnouncement(ctx, { ...given, audience: filterOfInput(audience) }),
  }),
  sendAnnouncement: t.field({
    type: Announcement,
    description:
      "For editors: sends it now. BAD_INPUT names what is missing. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: { id: t.arg(waiting.id), version: t.arg(waiting.version) },
    resolve: (_root, of, ctx) => sendAnnouncement(ctx, of),
  }),
  scheduleAnnouncement: t.field({
    type: Announcement,
    description:
      "For editors: sends it at a time, or moves that time. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: {
      id: t.arg(waiting.id),
      version: t.arg(waiting.version),
      at: t.arg.string({ required: true, description: "In the studio’s time zone: 2026-03-29T18:00." }),
    },
    resolve: (_root, of, ctx) => scheduleAnnouncement(ctx, of),
  }),
  withdrawAnnouncement: t.field({
    type: Announcement,
    description: "For editors: makes a scheduled one a draft again.",
    args: { id: t.arg(waiting.id), version: t.arg(waiting.version) },
    resolve: (_root, of, ctx) => withdrawAnnouncement(ctx, of),
  }),
  deleteAnnouncement: t.id({
    description: "For editors: deletes one that wasn’t sent. Answers its id.",
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, ctx) => {
      await deleteAnnouncement(ctx, id);
      return id;
    },
  }),
  testMessage: t.boolean({
    description: "For editors: sends a message to themselves alone, as saved.",
    args: { id: t.arg.id({ required: true }), locale: t.arg.string({ required: true }) },
    resolve: async (_root, { id, locale }, ctx) => {
      await testMessage(ctx, id, locale);
      return true;
    },
  }),
  openMessage: t.boolean({
    description: "Records that the viewer opened a message that was sent to them.",
    args: {
      id: t.arg.id({ required: true }),
      isClicked: t.arg.boolean({
        description: "Whether they followed one of its links.",
        defaultValue: false,
      }),
    },
    resolve: async (_root, { id, isClicked }, ctx) => {
      await openMessage(ctx, id, isClicked ?? false);
      return true;
    },
  }),
}));
