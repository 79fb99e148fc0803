import { translate } from "../../platform/i18n/messages.ts";
import { builder } from "../../platform/graphql/builder.ts";
import { Pagination } from "../../platform/graphql/paging.ts";
import { inboxChanges, inboxOf, itemsOf, readItems, unreadOf } from "./inbox.ts";
import type { Inbox, ItemPage, ItemRow } from "./inbox.ts";
import { emailChoices, icons, kindNames, kinds, textOf } from "./kinds/index.ts";
import { registerDevice, removeDevice } from "./push.ts";
import { changeKindSetting, changeQuietHours, settingsOf } from "./settings.ts";
import type { KindSetting, Settings } from "./settings.ts";

const NotificationType = builder.enumType("NotificationType", { values: kindNames });
const NotificationIcon = builder.enumType("NotificationIcon", { values: icons });
const NotificationEmail = builder.enumType("NotificationEmail", { values: emailChoices });
const Platform = builder.enumType("Platform", { values: ["android", "ios", "web"] as const });

const Notification = builder.objectRef<ItemRow>("Notification").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    type: t.expose("kind", { type: NotificationType }),
    icon: t.field({ type: NotificationIcon, resolve: ({ kind }) => kinds[kind].icon }),
    text: t.string({
      description: "One sentence. Several of one kind about one thing are one until it is read.",
      resolve: (item, _args, ctx) => translate(textOf(item, ctx), ctx.locale),
    }),
    url: t.string({
      description: "A path of the web.",
      resolve: ({ path }) => path,
    }),
    imageUrl: t.string({
      nullable: true,
      resolve: ({ imagePath }, _args, ctx) => (imagePath ? ctx.publicUrl + imagePath : null),
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "Of the latest news in it." }),
    readAt: t.expose("readAt", { type: "DateTime", nullable: true }),
  }),
});
const NotificationPage = builder.objectRef<ItemPage>("NotificationPage").implement({
  fields: (t) => ({
    items: t.field({ type: [Notification], resolve: ({ items }) => [...items] }),
    unread: t.int({
      description: "Counted up to 100.",
      resolve: (page, _args, ctx) => unreadOf(ctx, page),
    }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});
const InboxType = builder.objectRef<Inbox>("Inbox").implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ personId }) => personId }),
    unread: t.int({
      description: "Counted up to 100.",
      resolve: (inbox, _args, ctx) => unreadOf(ctx, inbox),
    }),
  }),
});
const NotificationKindSetting = builder.objectRef<KindSetting>("NotificationKindSetting").implement({
  fields: (t) => ({
    type: t.expose("kind", { type: NotificationType }),
    title: t.string({ resolve: ({ kind }, _args, { locale }) => translate(kinds[kind].title, locale) }),
    isMailedElsewhere: t.boolean({
      description: "Emails about this are always sent, apart from notifications.",
      resolve: ({ kind }) => kinds[kind].isMailedElsewhere ?? false,
    }),
    isWeekly: t.boolean({
      description: "Sent once a week, by email alone: `at_once` or `off`.",
      resolve: ({ kind }) => kinds[kind].isWeekly ?? false,
    }),
    isChosen: t.exposeBoolean("isChosen", { description: "False while they are the defaults." }),
    inbox: t.exposeBoolean("inbox"),
    push: t.exposeBoolean("push"),
    email: t.expose("email", { type: NotificationEmail }),
  }),
});
const NotificationSettings = builder.objectRef<Settings>("NotificationSettings").implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ personId }) => personId }),
    kinds: t.field({ type: [NotificationKindSetting], resolve: ({ kinds }) => [...kinds] }),
    quietFrom: t.exposeString("quietFrom", { nullable: true, description: "HH:MM of the person's clock." }),
    quietTo: t.exposeString("quietTo", { nullable: true }),
    timeZone: t.exposeString("timeZone", { description: "IANA name." }),
    pushPublicKey: t.string({
      nullable: true,
      description: "What browsers subscribe to pushes with; null where the studio sends none.",
      resolve: (_settings, _args, ctx) => ctx.ports.push.publicKey,
    }),
  }),
});

builder.queryFields((t) => ({
  notifications: t.field({
    type: NotificationPage,
    args: { pagination: t.arg({ type: Pagination }) },
    resolve: (_root, { pagination }, ctx) =>
      itemsOf(ctx, pagination?.first ?? null, pagination?.after ?? null),
  }),
  inbox: t.field({ type: InboxType, resolve: (_root, _args, ctx) => inboxOf(ctx) }),
  notificationSettings: t.field({
    type: NotificationSettings,
    resolve: (_root, _args, ctx) => settingsOf(ctx),
  }),
}));

builder.mutationFields((t) => ({
  registerPushSubscription: t.boolean({
    description:
      "`keys`: PushSubscription.toJSON().keys as JSON. Answers whether pushes will come. PUSH_UNSUPPORTED for ios and android: there is no native push yet.",
    args: {
      platform: t.arg({ type: Platform, required: true }),
      endpoint: t.arg.string({ required: true }),
      keys: t.arg.string({ required: true }),
    },
    resolve: (_root, { platform, endpoint, keys }, ctx) => registerDevice(ctx, platform, endpoint, keys),
  }),
  removePushSubscription: t.boolean({
    args: { endpoint: t.arg.string({ required: true }) },
    resolve: (_root, { endpoint }, ctx) => removeDevice(ctx, endpoint),
  }),
  markNotificationsRead: t.field({
    type: InboxType,
    description: "All of them, unless `ids` says which.",
    args: { ids: t.arg.idList() },
    resolve: (_root, { ids }, ctx) => readItems(ctx, ids ?? null),
  }),
  changeNotificationKind: t.field({
    type: NotificationSettings,
    args: {
      type: t.arg({ type: NotificationType, required: true }),
      inbox: t.arg.boolean(),
      push: t.arg.boolean(),
      email: t.arg({ type: NotificationEmail }),
    },
    resolve: (_root, { type, ...change }, ctx) => changeKindSetting(ctx, type, change),
  }),
  changeQuietHours: t.field({
    type: NotificationSettings,
    description: "HH:MM of the person's clock; without both there are none.",
    args: { from: t.arg.string(), to: t.arg.string() },
    resolve: (_root, { from, to }, ctx) => changeQuietHours(ctx, from ?? null, to ?? null),
  }),
}));

builder.subscriptionFields((t) => ({
  inboxChanged: t.field({
    type: InboxType,
    description: "The inbox now, and again whenever it changes.",
    subscribe: (_root, _args, ctx) => inboxChanges(ctx),
    resolve: (_event, _args, ctx) => inboxOf(ctx),
  }),
}));
