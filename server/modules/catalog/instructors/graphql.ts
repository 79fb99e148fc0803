import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { selectedPaths } from "../../../platform/graphql/selection.ts";
import { User } from "../../identity/refs.ts";
import { pageOfClasses } from "../class-pages.ts";
import type { ClassPage } from "../class-pages.ts";
import { depthOf } from "../classes.ts";
import { faceUrl, thumbnailUrl } from "../images.ts";
import { instructorBySlug, instructors, instructorSlugLoader } from "../library.ts";
import type { InstructorRow } from "../library.ts";
import { focusDescription, imageFocus, InstructorPublic, StudioClassPage } from "../refs.ts";

const faceDescription =
  "A square image of the face: the studio's, else the public photo of the member who teaches, else a drawn portrait.";

export const Instructor = builder
  .objectRef<Pick<InstructorRow, "slug" | "name" | "face" | "personId">>("Instructor")
  .implement({
    fields: (t) => ({
      slug: t.exposeString("slug"),
      name: t.exposeString("name"),
      faceURL: t.string({
        description: faceDescription,
        resolve: (instructor, _args, ctx) => faceUrl(ctx, instructor),
      }),
    }),
  });

/** The instructor of a row that was read with their columns. */
export const instructorOfRow = (row: {
  readonly instructorSlug: string;
  readonly instructorName: string;
  readonly instructorFace: InstructorRow["face"];
  readonly instructorPersonId: InstructorRow["personId"];
}): Pick<InstructorRow, "slug" | "name" | "face" | "personId"> => ({
  slug: row.instructorSlug,
  name: row.instructorName,
  face: row.instructorFace,
  personId: row.instructorPersonId,
});

InstructorPublic.implement({
  fields: (t) => ({
    name: t.exposeString("name"),
    slug: t.exposeString("slug"),
    bio: t.exposeString("bio", { nullable: true }),
    links: t.field({
      type: ["String"],
      description: "Web addresses of their pages elsewhere.",
      resolve: ({ links }) => [...links],
    }),
    photoURL: t.string({
      nullable: true,
      resolve: (instructor, _args, ctx) => (instructor.photo ? thumbnailUrl(ctx, instructor.photo) : null),
    }),
    imageFocus: t.string({
      nullable: true,
      description: focusDescription,
      resolve: ({ focusX }) => imageFocus(focusX),
    }),
    faceURL: t.string({
      description: faceDescription,
      resolve: (instructor, _args, ctx) => faceUrl(ctx, instructor),
    }),
    isOwn: t.boolean({
      description: "Whether the viewer is the teacher whose page it is, and may change it.",
      resolve: ({ personId }, _args, { viewer }) =>
        viewer?.role === "teacher" && viewer.personId === viewer.accountId && personId === viewer.accountId,
    }),
    classes: t.field({
      type: StudioClassPage,
      args: { pagination: t.arg({ type: Pagination }) },
      resolve: (instructor, { pagination }, ctx, info): Promise<ClassPage> => {
        const paths = selectedPaths(info);
        return pageOfClasses(ctx, {
          filters: { instructor: instructor.slug },
          sort: "newest",
          first: pagination?.first ?? null,
          after: pagination?.after ?? null,
          wantsTotal: paths.has("total"),
          depth: depthOf(paths, "items."),
        });
      },
    }),
  }),
});
builder.queryField("instructorBySlugPublic", (t) =>
  t.field({
    type: InstructorPublic,
    nullable: true,
    args: { slug: t.arg.string({ required: true }) },
    resolve: (_root, { slug }, ctx) => instructorBySlug(ctx, slug),
  }),
);

builder.queryField("instructors", (t) =>
  t.field({
    type: [InstructorPublic],
    description: "With classes in the library, by name; up to 50.",
    args: { search: t.arg.string({ description: "A part of the name." }) },
    resolve: (_root, { search }, ctx) => instructors(ctx, search ?? null),
  }),
);

builder.objectField(User, "instructorSlug", (t) =>
  t.string({
    nullable: true,
    description: "Of an instructor's public page; null for everyone else.",
    resolve: ({ id }, _args, ctx) => instructorSlugLoader(ctx).load(id),
  }),
);
