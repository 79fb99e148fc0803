import { builder } from "../../../platform/graphql/builder.ts";
import { recordStates } from "../../../platform/mail/sender-domain.ts";
import type { SenderDomain } from "../../../platform/mail/sender-domain.ts";
import { keysStates } from "../../billing/index.ts";
import type { ProviderKeys } from "../../billing/index.ts";
import {
  confirmStep,
  hasWebhookArrived,
  openStudio,
  readOpening,
  readPaymentKeys,
  readSenderDomain,
  sendTestEmail,
  stepKeys,
} from "./opening.ts";
import type { Opening, OpeningStep } from "./opening.ts";

export const OpeningStepKeyType = builder.enumType("OpeningStepKey", { values: stepKeys });
const Step = builder.objectRef<OpeningStep>("OpeningStep").implement({
  fields: (t) => ({
    key: t.expose("key", { type: OpeningStepKeyType }),
    isReady: t.exposeBoolean("isReady"),
    isRequired: t.exposeBoolean("isRequired"),
  }),
});
const OpeningType = builder.objectRef<Opening>("Opening").implement({
  description: "What is ready for the studio's opening. Until then nothing is for sale.",
  fields: (t) => ({
    isOpen: t.exposeBoolean("isOpen"),
    backedUpAt: t.expose("backedUpAt", {
      type: "DateTime",
      nullable: true,
      description: "When the newest backup was finished.",
    }),
    mailingListCount: t.exposeInt("mailingListCount", {
      description: "Confirmed addresses of the mailing list.",
    }),
    steps: t.field({ type: [Step], resolve: ({ steps }) => [...steps] }),
  }),
});

const RecordStateType = builder.enumType("DnsRecordState", { values: recordStates });
const SenderDomainType = builder.objectRef<SenderDomain>("SenderDomain").implement({
  description: "Records that keep emails of the sender's domain out of spam folders.",
  fields: (t) => ({
    domain: t.exposeString("domain"),
    spf: t.expose("spf", { type: RecordStateType }),
    dkim: t.expose("dkim", { type: RecordStateType }),
    dmarc: t.expose("dmarc", { type: RecordStateType }),
  }),
});

const KeysStateType = builder.enumType("PaymentKeysState", {
  description:
    "`mismatched`: the keys work, but don't belong together, such as a test key beside a live one.",
  values: keysStates,
});
const PaymentKeysType = builder.objectRef<ProviderKeys>("PaymentKeys").implement({
  description: "What the payment provider answers to a call with the server's keys.",
  fields: (t) => ({
    providerName: t.exposeString("providerName"),
    state: t.expose("state", { type: KeysStateType }),
  }),
});

builder.queryField("paymentKeys", (t) =>
  t.field({
    type: PaymentKeysType,
    nullable: true,
    description: "For admins: asks the provider of new subscriptions now. Null without one that has keys.",
    resolve: (_root, _args, ctx) => readPaymentKeys(ctx),
  }),
);
builder.queryField("webhookArrived", (t) =>
  t.boolean({
    description: "For admins: whether the payment provider's first webhook arrived.",
    resolve: (_root, _args, ctx) => hasWebhookArrived(ctx),
  }),
);
builder.queryField("senderDomain", (t) =>
  t.field({
    type: SenderDomainType,
    description: "For admins: looks up SPF, DKIM and DMARC of the sender's domain now.",
    resolve: (_root, _args, ctx) => readSenderDomain(ctx),
  }),
);
builder.queryField("opening", (t) =>
  t.field({
    type: OpeningType,
    description: "For admins.",
    resolve: (_root, _args, ctx) => readOpening(ctx),
  }),
);
builder.mutationFields((t) => ({
  confirmOpeningStep: t.field({
    type: OpeningType,
    description: "For admins: prices or taxes were looked at.",
    args: { step: t.arg({ type: OpeningStepKeyType, required: true }) },
    resolve: (_root, { step }, ctx) => confirmStep(ctx, step),
  }),
  sendTestEmail: t.field({
    type: OpeningType,
    description:
      "For admins: a message to the admin's own email. TEST_EMAIL_FAILED if the mail server refuses it.",
    resolve: (_root, _args, ctx) => sendTestEmail(ctx),
  }),
  openStudio: t.field({
    type: OpeningType,
    description:
      "For admins: plans are for sale from now on. OPENING_INCOMPLETE names the missing steps. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    resolve: (_root, _args, ctx) => openStudio(ctx),
  }),
}));
