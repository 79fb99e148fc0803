import { builder } from "../../../platform/graphql/builder.ts";
import {
  endSessionsOf,
  readAccount,
  readPasskeys,
  readSessions,
  removePasskey,
  resendVerification,
} from "./account.ts";
import { setLocale } from "../preferences/preferences.ts";
import { deviceOf } from "../sessions/devices.ts";
import { disconnectProvider, providersOf } from "../providers/sign-in.ts";
import { Account } from "../refs.ts";
import type { PasskeyRow } from "../two-step/store.ts";
import type { SessionRow } from "../sessions/store.ts";

const SignedInSession = builder.objectRef<SessionRow>("SignedInSession").implement({
  description: "A browser in which the viewer is signed in.",
  fields: (t) => ({
    id: t.exposeID("id"),
    device: t.string({
      nullable: true,
      description:
        "Browser and system, as the browser says: Firefox, Android. Null where it says nothing known.",
      resolve: ({ userAgent }) => deviceOf(userAgent),
    }),
    isCurrent: t.boolean({ resolve: ({ id }, _args, ctx) => id === ctx.viewer?.sessionId }),
    signedInAt: t.field({ type: "DateTime", resolve: ({ signedInAt }) => signedInAt }),
    lastSeenAt: t.field({ type: "DateTime", resolve: ({ lastSeenAt }) => lastSeenAt }),
  }),
});

const Passkey = builder.objectRef<PasskeyRow>("Passkey").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    name: t.exposeString("name", { nullable: true, description: "As its person named it." }),
    addedAt: t.field({ type: "DateTime", nullable: true, resolve: ({ addedAt }) => addedAt }),
  }),
});

Account.implement({
  description: "How the viewer gets in; no one else sees it.",
  fields: (t) => ({
    id: t.exposeID("id"),
    email: t.exposeString("email", { nullable: true, description: "Proved to be theirs." }),
    pendingEmail: t.exposeString("pendingEmail", {
      nullable: true,
      description: "Given, and not proved yet: a letter is on its way.",
    }),
    locale: t.exposeString("locale", {
      nullable: true,
      description:
        "Language of its emails, pushes, documents and pages: en, es, de. Null until one is known.",
    }),
    hasPassword: t.exposeBoolean("hasPassword"),
    hasTwoSteps: t.exposeBoolean("hasTwoSteps", {
      description: "Whether signing in takes an app's code, too.",
    }),
    recoveryCodesLeft: t.exposeInt("recoveryCodes"),
    signInProviders: t.stringList({
      description: "Accounts elsewhere that open this one: google, apple.",
      resolve: ({ id }, _args, ctx) => providersOf(ctx, id),
    }),
    passkeys: t.field({ type: [Passkey], resolve: ({ id }, _args, ctx) => readPasskeys(ctx, id) }),
    sessions: t.field({
      type: [SignedInSession],
      description: "Last seen first.",
      resolve: ({ id }, _args, ctx) => readSessions(ctx, id),
    }),
  }),
});

builder.queryField("account", (t) =>
  t.field({ type: Account, resolve: (_root, _args, ctx) => readAccount(ctx) }),
);
builder.mutationField("sendAddressProof", (t) =>
  t.field({
    type: Account,
    description: "Writes once more to the address that isn't proved.",
    resolve: (_root, _args, ctx) => resendVerification(ctx),
  }),
);
builder.mutationFields((t) => ({
  setLocale: t.string({
    description: "Sets the language of the viewer's account, guest or not, and returns it.",
    args: { locale: t.arg.string({ required: true }) },
    resolve: (_root, { locale }, ctx) => setLocale(ctx, locale),
  }),
  endSession: t.field({
    type: Account,
    description: "Signs one browser out. Null ends every other one.",
    args: { id: t.arg.id() },
    resolve: (_root, { id }, ctx) => endSessionsOf(ctx, id ?? null),
  }),
  disconnectProvider: t.field({
    type: Account,
    description:
      "LAST_WAY_IN where nothing else would let the person in. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: { provider: t.arg.string({ required: true }) },
    resolve: async (_root, { provider }, ctx) => {
      await disconnectProvider(ctx, provider);
      return readAccount(ctx);
    },
  }),
  removePasskey: t.field({
    type: Account,
    description: "CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => removePasskey(ctx, id),
  }),
}));
