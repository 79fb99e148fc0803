import { builder } from "../../../platform/graphql/builder.ts";
import {
  closeContractRequest,
  confirmContractRequestByLink,
  openContractRequests,
  sendContractRequest,
} from "./requests.ts";
import {
  contractRequestKinds,
  contractRequestOutcomes,
  contractRequestStatuses,
} from "../rules/contract-requests.ts";
import type { ContractRequestRow } from "./store.ts";

const Kind = builder.enumType("ContractRequestKind", { values: contractRequestKinds });
const Status = builder.enumType("ContractRequestStatus", { values: contractRequestStatuses });
const Outcome = builder.enumType("ContractRequestOutcome", { values: contractRequestOutcomes });

/** What the sender gets back: their own words and the time, and nothing about accounts. */
const Receipt = builder.objectRef<ContractRequestRow>("ContractRequestReceipt").implement({
  description: "Acknowledges a cancellation or withdrawal. The same, whether or not a subscription matches.",
  fields: (t) => ({
    id: t.exposeID("id"),
    kind: t.expose("kind", { type: Kind }),
    receivedAt: t.expose("receivedAt", { type: "DateTime" }),
    isExtraordinary: t.exposeBoolean("isExtraordinary"),
    reason: t.exposeString("reason", { nullable: true }),
    name: t.exposeString("name"),
    email: t.exposeString("email"),
    invoiceNumber: t.exposeString("invoiceNumber", { nullable: true }),
    wantedAt: t.expose("wantedAt", { type: "DateTime", nullable: true }),
  }),
});

/** For those who have opened the mailed link, and for staff. */
const Request = builder.objectRef<ContractRequestRow>("ContractRequest").implement({
  description: "A cancellation or withdrawal sent without signing in, with what became of it.",
  fields: (t) => ({
    id: t.exposeID("id"),
    kind: t.expose("kind", { type: Kind }),
    status: t.expose("status", { type: Status }),
    outcome: t.expose("outcome", { type: Outcome, nullable: true }),
    receivedAt: t.expose("receivedAt", { type: "DateTime" }),
    isExtraordinary: t.exposeBoolean("isExtraordinary"),
    reason: t.exposeString("reason", { nullable: true }),
    name: t.exposeString("name"),
    email: t.exposeString("email"),
    invoiceNumber: t.exposeString("invoiceNumber", { nullable: true }),
    wantedAt: t.expose("wantedAt", { type: "DateTime", nullable: true }),
    subscriptionId: t.exposeID("subscriptionId", { nullable: true }),
  }),
});

const Input = builder.inputType("ContractRequestInput", {
  fields: (t) => ({
    idempotencyKey: t.string({ required: true }),
    kind: t.field({ type: Kind, required: true }),
    name: t.string({ required: true }),
    email: t.string({ required: true }),
    invoiceNumber: t.string({ description: "Proves the contract together with the email address." }),
    isExtraordinary: t.boolean({ description: "Cancels for good cause, which `reason` says." }),
    reason: t.string(),
    wantedAt: t.field({
      type: "DateTime",
      description: "When it shall end; as soon as possible unless told.",
    }),
  }),
});

builder.queryField("openContractRequests", (t) =>
  t.field({
    type: [Request],
    description: "Requests that aren't settled, oldest first. Admins alone.",
    resolve: (_root, _args, ctx) => openContractRequests(ctx),
  }),
);

builder.mutationFields((t) => ({
  contractRequestSend: t.field({
    type: Receipt,
    description:
      "Cancels or withdraws without signing in; acknowledged by email. The same key and input give the same answer.",
    args: { input: t.arg({ type: Input, required: true }) },
    resolve: (_root, { input }, ctx) =>
      sendContractRequest(ctx, {
        idempotencyKey: input.idempotencyKey,
        kind: input.kind,
        name: input.name,
        email: input.email,
        invoiceNumber: input.invoiceNumber ?? null,
        isExtraordinary: input.isExtraordinary ?? false,
        reason: input.reason ?? null,
        wantedAt: input.wantedAt ?? null,
      }),
  }),
  contractRequestConfirm: t.field({
    type: Request,
    description: "Confirms a request by the token of its mailed link.",
    args: { token: t.arg.string({ required: true }) },
    resolve: (_root, { token }, ctx) => confirmContractRequestByLink(ctx, token),
  }),
  contractRequestClose: t.boolean({
    description:
      "Closes a request with a note. Admins alone. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: { id: t.arg.id({ required: true }), note: t.arg.string({ required: true }) },
    resolve: (_root, { id, note }, ctx) => closeContractRequest(ctx, id, note),
  }),
}));
