import { builder } from "../../platform/graphql/builder.ts";
import { readSettings, saveSettings } from "./settings.ts";
import type { EditedSettings } from "./settings.ts";
import { studioOf } from "./studio.ts";
import { listBrandImages } from "./brand/brand.ts";
import type { ListedBrandImage } from "./brand/brand.ts";

const BrandKindType = builder.enumType("BrandImageKind", {
  values: {
    LOGO_LIGHT: { value: "logo-light" },
    LOGO_DARK: { value: "logo-dark" },
    ICON: { value: "icon" },
    SHARE: { value: "share" },
  } as const,
});
const BrandImageType = builder.objectRef<ListedBrandImage>("BrandImage").implement({
  fields: (t) => ({
    kind: t.expose("kind", { type: BrandKindType }),
    path: t.exposeString("path", { description: "Below the server's origin." }),
    width: t.exposeInt("width"),
    height: t.exposeInt("height"),
  }),
});
const RefundLimitInput = builder.inputType("RefundLimitInput", {
  fields: (t) => ({
    currencyCode: t.string({ required: true }),
    amount: t.int({ required: true, description: "Minor units." }),
  }),
});
const StudioSettingsType = builder.objectRef<EditedSettings>("StudioSettings").implement({
  description: "The studio's name, contact, seller and region. A setting that is null is unset.",
  fields: (t) => ({
    version: t.exposeInt("version", { description: "Send it back when saving." }),
    savedAt: t.expose("savedAt", { type: "DateTime", nullable: true }),
    name: t.exposeString("name", { nullable: true }),
    shortName: t.exposeString("shortName", { nullable: true }),
    about: t.exposeString("about", { nullable: true }),
    contactEmail: t.exposeString("contactEmail", { nullable: true }),
    contactPhone: t.exposeString("contactPhone", { nullable: true }),
    contactAddress: t.exposeString("contactAddress", { nullable: true }),
    links: t.exposeStringList("links"),
    sellerName: t.exposeString("sellerName", { nullable: true }),
    sellerAddress: t.exposeString("sellerAddress", { nullable: true }),
    sellerCountry: t.exposeString("sellerCountry", { nullable: true, description: "ISO 3166-1." }),
    taxNumber: t.exposeString("taxNumber", { nullable: true }),
    vatId: t.exposeString("vatId", { nullable: true }),
    registration: t.exposeString("registration", { nullable: true }),
    timeZone: t.exposeString("timeZone", { nullable: true, description: "IANA name." }),
    countryCode: t.exposeString("countryCode", { nullable: true, description: "ISO 3166-1." }),
    currencyCode: t.exposeString("currencyCode", { nullable: true, description: "ISO 4217." }),
    locale: t.exposeString("locale", { nullable: true }),
    invoicePrefix: t.exposeString("invoicePrefix", { nullable: true }),
    schoolDomains: t.exposeStringList("schoolDomains", {
      description: "Whose verified addresses get the student price.",
    }),
    accent: t.exposeString("accent", { nullable: true, description: "Accent color, such as #ff9a62." }),
    preselectedInterval: t.exposeString("preselectedInterval", {
      nullable: true,
      description:
        "Whose plan the checkout preselects: month or year; null: the best value, else a yearly one.",
    }),
    brandImages: t.field({
      type: [BrandImageType],
      description: "Its own logo, icon and share image.",
      resolve: (_settings, _args, ctx) => listBrandImages(ctx),
    }),
    effectiveSeller: t.string({
      nullable: true,
      description:
        "The seller's name on the next invoice. Without a seller here, that of the server's environment.",
      resolve: (settings, _args, ctx) =>
        studioOf({ revision: 0, settings, openedAt: null }, [], ctx.config).seller?.name ?? null,
    }),
  }),
});
const StudioSettingsInput = builder.inputType("StudioSettingsInput", {
  description: "Replaces all settings. Absent and empty fields are unset.",
  fields: (t) => ({
    name: t.string(),
    shortName: t.string(),
    about: t.string(),
    contactEmail: t.string(),
    contactPhone: t.string(),
    contactAddress: t.string(),
    links: t.stringList(),
    sellerName: t.string(),
    sellerAddress: t.string(),
    sellerCountry: t.string(),
    taxNumber: t.string(),
    vatId: t.string(),
    registration: t.string(),
    timeZone: t.string(),
    countryCode: t.string(),
    currencyCode: t.string(),
    locale: t.string(),
    invoicePrefix: t.string(),
    refundLimits: t.field({ type: [RefundLimitInput] }),
    schoolDomains: t.stringList(),
    preselectedInterval: t.string({ description: "month or year." }),
    accent: t.string({
      description: "A color such as #ff9a62, on which a button's text reaches a contrast of 4.5:1.",
    }),
  }),
});

builder.queryField("studioSettings", (t) =>
  t.field({
    type: StudioSettingsType,
    description: "For admins.",
    resolve: (_root, _args, ctx) => readSettings(ctx),
  }),
);
builder.mutationField("saveStudioSettings", (t) =>
  t.field({
    type: StudioSettingsType,
    description:
      "For admins. CHANGED_MEANWHILE if someone else saved since `version`. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: {
      version: t.arg.int({ required: true }),
      input: t.arg({ type: StudioSettingsInput, required: true }),
    },
    resolve: (_root, { version, input }, ctx) => saveSettings(ctx, { version, input }),
  }),
);
