/** Worker thread that renders the demo's images, so that rendering doesn't block requests. */
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import {
  renderCategoryPicture,
  renderInstructorFace,
  renderInstructorPicture,
  renderPoster,
  renderStylePicture,
} from "../../../demo/index.ts";

export interface PictureOrder {
  readonly kind: "class" | "category" | "style" | "instructor" | "face";
  readonly slug: string;
  readonly width: number;
  readonly height: number;
}

const render = {
  class: renderPoster,
  category: renderCategoryPicture,
  style: renderStylePicture,
  instructor: renderInstructorPicture,
  face: renderInstructorFace,
};

// On Linux a thread has its own priority: rendering the first class goes before other images.
if (process.platform === "linux") setPriority(19);

parentPort?.on("message", async (order: PictureOrder) => {
  const { kind, slug, width, height } = order;
  parentPort?.postMessage(await render[kind](slug, { width, height }));
});
