/** The thread that draws the demo's pictures, so that requests needn't wait for a drawing. */
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { renderCategoryPicture, renderInstructorPicture, renderPoster } from "../../../demo/index.ts";

export interface PictureOrder {
  readonly kind: "class" | "category" | "instructor";
  readonly slug: string;
  /** Pixels. */
  readonly width: number;
}

const render = { class: renderPoster, category: renderCategoryPicture, instructor: renderInstructorPicture };

// On Linux a thread has a priority of its own: the first class, which somebody waits for, goes before its picture's siblings.
if (process.platform === "linux") setPriority(19);

parentPort?.on("message", async (order: PictureOrder) => {
  const picture = await render[order.kind](order.slug, {
    width: order.width,
    height: Math.round((order.width * 9) / 16),
  });
  parentPort?.postMessage(picture);
});
