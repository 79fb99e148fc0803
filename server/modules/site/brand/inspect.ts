import { readImage } from "../../../platform/images/image-properties.ts";
import type { BrandFault } from "./render.ts";

const maxPixels = 25_000_000;

/** The root element, after a declaration, comments and a document type without entities. */
const svgForm = /^\uFEFF?\s*(?:<\?xml[^>]*\?>)?(?:\s|<!--[\s\S]*?-->|<!DOCTYPE\s+svg[^>[]*>)*<svg[\s>]/i;
/** What drawings of a brand don't need: it could run or load something, or needs fonts that the server doesn't have. */
const refusedParts = /<!ENTITY|<(?:[\w-]+:)?(?:script|foreignObject|image|iframe|text|animate\w*|set)[\s/>]/i;

/** What an image is by its content, before anything decodes it; or why it is refused. */
export function inspectImage(content: Uint8Array, minSide: number): "svg" | "pixels" | BrandFault {
  const text = Buffer.from(content).toString("utf8");
  if (svgForm.test(text)) return refusedParts.test(text) ? "unsafe" : "svg";
  const facts = readImage(content);
  if (!facts || facts.isAnimated) return "unreadable";
  if (facts.width * facts.height > maxPixels) return "too_large";
  return Math.min(facts.width, facts.height) < minSide ? "too_small" : "pixels";
}
