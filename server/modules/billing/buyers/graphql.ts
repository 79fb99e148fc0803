import { builder } from "../../../platform/graphql/builder.ts";
import { ownBillingDetails, setBillingDetails } from "./billing-details.ts";
import type { BillingDetailsRow } from "./store.ts";

const BillingDetailsType = builder.objectRef<BillingDetailsRow>("BillingDetails").implement({
  description: "Who buys, as later invoices state it. All of it is optional.",
  fields: (t) => ({
    name: t.exposeString("name", { nullable: true }),
    company: t.exposeString("company", { nullable: true }),
    line1: t.exposeString("line1", { nullable: true }),
    line2: t.exposeString("line2", { nullable: true }),
    postalCode: t.exposeString("postalCode", { nullable: true }),
    city: t.exposeString("city", { nullable: true }),
    countryCode: t.exposeString("countryCode", { nullable: true, description: "ISO 3166-1." }),
    vatId: t.exposeString("vatId", { nullable: true }),
    isVatIdPending: t.boolean({
      description: "The register of VAT ids didn't answer yet: until it does, tax is charged.",
      resolve: ({ vatId, vatConfirmedAt }, _args, ctx) =>
        vatId !== null && ctx.config.viesUrl !== null && vatConfirmedAt === null,
    }),
  }),
});
const BillingDetailsInput = builder.inputType("BillingDetailsInput", {
  description: "Replaces all of it. A VAT id needs company, street, city and its country.",
  fields: (t) => ({
    name: t.string(),
    company: t.string(),
    line1: t.string(),
    line2: t.string(),
    postalCode: t.string(),
    city: t.string(),
    countryCode: t.string(),
    vatId: t.string(),
  }),
});

builder.queryField("billingDetails", (t) =>
  t.field({
    type: BillingDetailsType,
    nullable: true,
    description: "The viewer's; null if there are none.",
    resolve: (_root, _args, ctx) => ownBillingDetails(ctx),
  }),
);
builder.mutationField("billingDetailsSet", (t) =>
  t.field({
    type: BillingDetailsType,
    nullable: true,
    description:
      "Sets who buys; null once all of it is empty. Prices may change with a VAT id: ask for the estimate again.",
    args: { input: t.arg({ type: BillingDetailsInput, required: true }) },
    resolve: (_root, { input }, ctx) => setBillingDetails(ctx, input),
  }),
);
