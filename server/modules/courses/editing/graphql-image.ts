import { builder } from "../../../platform/graphql/builder.ts";
import { imageUrlOf } from "../../media/index.ts";
import { courseImageUrl } from "../courses.ts";
import type { EditedCourse } from "./editing.ts";
import { StudioCourse } from "./graphql.ts";
import { imageOf, setCourseImageClass, setCourseImageFocus } from "./image.ts";
import type { SavedImage } from "./store-image.ts";

interface CourseImage extends SavedImage {
  readonly course: EditedCourse;
}
const CourseImageType = builder.objectRef<CourseImage>("CourseImage").implement({
  description: "Which image a course has: its own, or that of one of its classes.",
  fields: (t) => ({
    imageUrl: t.string({
      nullable: true,
      description: "Its own image, uncropped; null without one.",
      resolve: ({ poster }, _args, ctx) => poster && imageUrlOf(ctx, poster),
    }),
    x: t.exposeInt("posterX", {
      description: "Place of its own image that stays in every crop, percent from the left.",
    }),
    y: t.exposeInt("posterY", { description: "Percent from the top." }),
    classId: t.exposeID("imageClassId", {
      nullable: true,
      description: "The class whose image it has without one of its own; null: its first one.",
    }),
    thumbnailImageUrl: t.string({
      nullable: true,
      description: "As dancers see it, like `Course.thumbnailImageUrl`.",
      resolve: ({ course }, _args, ctx) => courseImageUrl(ctx, course),
    }),
  }),
});
builder.objectField(StudioCourse, "image", (t) =>
  t.field({
    type: CourseImageType,
    resolve: async (course, _args, ctx) => ({ ...(await imageOf(ctx, course.id)), course }),
  }),
);
builder.mutationFields((t) => {
  const id = t.arg.id({ required: true });
  return {
    setCourseImageFocus: t.field({
      type: StudioCourse,
      description:
        "Sets which place of its own image stays in every crop of a course, percent. Such an image is sent by `POST /studio/courses/{id}/image`: JPEG, PNG or WebP.",
      args: { id, x: t.arg.int({ required: true }), y: t.arg.int({ required: true }) },
      resolve: (_root, { id: courseId, x, y }, ctx) => setCourseImageFocus(ctx, courseId, { x, y }),
    }),
    setCourseImageClass: t.field({
      type: StudioCourse,
      description: "Gives a course the image of one of its classes instead of one of its own. Idempotent.",
      args: { id, classId: t.arg.id({ description: "Null: that of its first class." }) },
      resolve: (_root, { id: courseId, classId }, ctx) => setCourseImageClass(ctx, courseId, classId ?? null),
    }),
  };
});
