import { builder } from "../../../platform/graphql/builder.ts";
import { Plan } from "../../billing/refs.ts";
import { InstructorPublic, StudioClass } from "../../catalog/refs.ts";
import { Course } from "../../courses/refs.ts";
import { Experiment } from "../../growth/refs.ts";
import { blockKinds } from "./blocks.ts";
import type { LandingBlock, LandingItem } from "./blocks.ts";
import {
  classesOfBlock,
  courseOfBlock,
  editedLanding,
  instructorsOfBlock,
  landingDraft,
  landingPage,
  plansOfBlock,
  publishLanding,
  saveLanding,
  withdrawLanding,
} from "./landing.ts";
import type { EditedLanding, VariedLanding } from "./landing.ts";

const BlockKind = builder.enumType("LandingBlockKind", { values: blockKinds });
const Item = builder.objectRef<LandingItem>("LandingItem").implement({
  description: "A question with its answer, or the words of a member.",
  fields: (t) => ({
    id: t.exposeID("id"),
    title: t.exposeString("title", { description: "The question, or the member’s name." }),
    text: t.exposeString("text"),
    isAgreed: t.exposeBoolean("isAgreed", {
      description: "The member agreed to be quoted by this name; false for questions.",
    }),
  }),
});
const Block = builder.objectRef<LandingBlock>("LandingBlock").implement({
  description: "A part of the landing page. The first one is the hero.",
  fields: (t) => ({
    id: t.exposeID("id"),
    kind: t.expose("kind", { type: BlockKind }),
    title: t.exposeString("title"),
    text: t.exposeString("text"),
    classIds: t.exposeIDList("classIds", { description: "Also of classes that left the library." }),
    classes: t.field({
      type: [StudioClass],
      description: "Of a hero the class that visitors begin with, of a text its image.",
      resolve: (block, _args, ctx) => classesOfBlock(ctx, block),
    }),
    courseId: t.exposeID("courseId", { nullable: true }),
    course: t.field({
      type: Course,
      nullable: true,
      resolve: (block, _args, ctx) => courseOfBlock(ctx, block),
    }),
    instructors: t.field({
      type: [InstructorPublic],
      resolve: (block, _args, ctx) => instructorsOfBlock(ctx, block),
    }),
    plans: t.field({
      type: [Plan],
      description: "Of a block of prices: what can be bought.",
      resolve: (block, _args, ctx) => plansOfBlock(ctx, block),
    }),
    items: t.field({ type: [Item], resolve: ({ items }) => [...items] }),
  }),
});
const Page = builder.objectRef<VariedLanding>("LandingPage").implement({
  description: "The page for visitors who were never here.",
  fields: (t) => ({
    title: t.string({
      description: "For search engines; empty: the studio’s name.",
      resolve: ({ page }) => page.title,
    }),
    description: t.string({ resolve: ({ page }) => page.description }),
    blocks: t.field({ type: [Block], resolve: ({ page }) => [...page.blocks] }),
    experiment: t.expose("experiment", {
      type: Experiment,
      nullable: true,
      description: "Whose variant this shows; call `setExperiment` once it is on the screen. Null: none’s.",
    }),
  }),
});
const Edited = builder.objectRef<EditedLanding>("EditedLandingPage").implement({
  fields: (t) => ({
    version: t.exposeInt("version", { description: "Send it back with a change." }),
    savedAt: t.expose("savedAt", { type: "DateTime", nullable: true }),
    publishedAt: t.expose("publishedAt", {
      type: "DateTime",
      nullable: true,
      description: "Null while visitors begin at the home page.",
    }),
    isChanged: t.exposeBoolean("isChanged", { description: "Visitors see something else than the draft." }),
    draft: t.field({
      type: Page,
      description: "As written, not translated.",
      resolve: ({ page }) => ({ page, experiment: null }),
    }),
  }),
});
const ItemInput = builder.inputType("LandingItemInput", {
  fields: (t) => ({
    id: t.id({ required: true, description: "A UUID of the client’s." }),
    title: t.string({ required: true }),
    text: t.string({ required: true }),
    isAgreed: t.boolean(),
  }),
});
const BlockInput = builder.inputType("LandingBlockInput", {
  fields: (t) => ({
    id: t.id({ required: true, description: "A UUID of the client’s." }),
    kind: t.field({ type: BlockKind, required: true }),
    title: t.string(),
    text: t.string(),
    classIds: t.idList(),
    courseId: t.id(),
    instructors: t.stringList({ description: "Slugs." }),
    items: t.field({ type: [ItemInput] }),
  }),
});
const PageInput = builder.inputType("LandingPageInput", {
  description: "Replaces the draft. Absent fields are empty.",
  fields: (t) => ({
    title: t.string(),
    description: t.string(),
    blocks: t.field({ type: [BlockInput], required: true }),
  }),
});

builder.queryFields((t) => ({
  landingPage: t.field({
    type: Page,
    nullable: true,
    description:
      "In the reader’s language, without blocks that have nothing to show; null while none is published.",
    resolve: (_root, _args, ctx) => landingPage(ctx),
  }),
  landingDraft: t.field({
    type: Page,
    description: "For admins: the draft as visitors would see it.",
    resolve: (_root, _args, ctx) => landingDraft(ctx),
  }),
  editedLandingPage: t.field({
    type: Edited,
    description: "For admins.",
    resolve: (_root, _args, ctx) => editedLanding(ctx),
  }),
}));
builder.mutationFields((t) => ({
  saveLandingPage: t.field({
    type: Edited,
    description:
      "For admins: saves the draft, which may be incomplete. CHANGED_MEANWHILE if someone else saved since `version`.",
    args: {
      version: t.arg.int({ required: true }),
      input: t.arg({ type: PageInput, required: true }),
    },
    resolve: (_root, { version, input }, ctx) => saveLanding(ctx, { version, input }),
  }),
  publishLandingPage: t.field({
    type: Edited,
    description:
      "For admins: shows visitors the draft. BAD_INPUT names what is missing. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: { version: t.arg.int({ required: true }) },
    resolve: (_root, { version }, ctx) => publishLanding(ctx, version),
  }),
  withdrawLandingPage: t.field({
    type: Edited,
    description:
      "For admins: takes the page offline, and keeps the draft. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: { version: t.arg.int({ required: true }) },
    resolve: (_root, { version }, ctx) => withdrawLanding(ctx, version),
  }),
}));
