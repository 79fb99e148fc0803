import { builder } from "../../../platform/graphql/builder.ts";
import { personLoader } from "../../identity/index.ts";
import { Category, ClassStyle, Section } from "../refs.ts";
import {
  changeInstructor,
  changeOwnInstructorPage,
  createCategory,
  createInstructor,
  createSection,
  createStyle,
  editedInstructors,
  setCategoryGoals,
} from "./library.ts";
import type { EditedInstructor } from "./library.ts";

const EditedInstructorType = builder.objectRef<EditedInstructor>("EditedInstructor").implement({
  description: "An instructor as the studio's editors see them.",
  fields: (t) => ({
    slug: t.exposeString("slug"),
    name: t.exposeString("name"),
    bio: t.exposeString("bio", { nullable: true }),
    links: t.field({ type: ["String"], resolve: ({ links }) => [...links] }),
    username: t.string({
      nullable: true,
      description: "Of the account that may set their counts and see their loops.",
      resolve: async ({ personId }, _args, ctx) =>
        personId ? ((await personLoader(ctx).load(personId))?.username ?? null) : null,
    }),
    hasAccount: t.boolean({ resolve: ({ personId }) => personId !== null }),
    classCount: t.exposeInt("classCount", { description: "Published ones." }),
  }),
});
const InstructorInput = builder.inputType("InstructorInput", {
  fields: (t) => ({
    name: t.string({ required: true }),
    bio: t.string(),
    links: t.stringList({
      description: "Web addresses of their pages elsewhere, up to 5. Absent: unchanged.",
    }),
    username: t.string({ description: "Of the member who teaches." }),
  }),
});
type InstructorGiven = {
  name: string;
  bio?: string | null | undefined;
  links?: readonly string[] | null | undefined;
  username?: string | null | undefined;
};
const instructorOf = ({ name, bio, links, username }: InstructorGiven) => ({
  name,
  bio: bio ?? null,
  links: links ?? null,
  username: username ?? null,
});

builder.queryFields((t) => ({
  editedInstructors: t.field({
    type: [EditedInstructorType],
    description: "For the studio's editors; by name.",
    resolve: (_root, _args, ctx) => editedInstructors(ctx),
  }),
}));
builder.mutationFields((t) => ({
  createInstructor: t.field({
    type: EditedInstructorType,
    args: { input: t.arg({ type: InstructorInput, required: true }) },
    resolve: (_root, { input }, ctx) => createInstructor(ctx, instructorOf(input)),
  }),
  changeInstructor: t.field({
    type: EditedInstructorType,
    args: {
      slug: t.arg.string({ required: true }),
      input: t.arg({ type: InstructorInput, required: true }),
    },
    resolve: (_root, { slug, input }, ctx) => changeInstructor(ctx, slug, instructorOf(input)),
  }),
  changeOwnInstructorPage: t.field({
    type: EditedInstructorType,
    description: "For teachers: what they say of themselves on their own instructor page.",
    args: {
      bio: t.arg.string({ description: "Null: nothing." }),
      links: t.arg.stringList({ required: true }),
    },
    resolve: (_root, { bio, links }, ctx) => changeOwnInstructorPage(ctx, { bio: bio ?? null, links }),
  }),
  createStyle: t.field({
    type: ClassStyle,
    args: { name: t.arg.string({ required: true }) },
    resolve: (_root, { name }, ctx) => createStyle(ctx, name),
  }),
  createSection: t.field({
    type: Section,
    description: "Adds a section after the others. Editors alone.",
    args: { name: t.arg.string({ required: true }), description: t.arg.string() },
    resolve: (_root, { name, description }, ctx) =>
      createSection(ctx, { name, description: description ?? null }),
  }),
  createCategory: t.field({
    type: Category,
    args: {
      name: t.arg.string({ required: true }),
      description: t.arg.string(),
      section: t.arg.string({ required: true, description: "Slug." }),
      goals: t.arg.stringList({ description: "Slugs of options of the goal questions." }),
    },
    resolve: (_root, { name, description, section, goals }, ctx) =>
      createCategory(ctx, { name, description: description ?? null, section, goals: goals ?? [] }),
  }),
  setCategoryGoals: t.field({
    type: Category,
    description: "Replaces the goals that a category serves.",
    args: {
      slug: t.arg.string({ required: true }),
      goals: t.arg.stringList({ required: true, description: "Slugs of options of the goal questions." }),
    },
    resolve: (_root, { slug, goals }, ctx) => setCategoryGoals(ctx, slug, goals),
  }),
}));
