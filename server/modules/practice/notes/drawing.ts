import { z } from "zod";
import { angleKeys } from "../../../../contract/angles.ts";
import { BadInput } from "../../../platform/errors.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";

/** Maximum points of all lines of a drawing, and maximum bytes of its JSON. */
const maxPoints = 5_000;
const maxBytes = 60_000;

const drawingShape = z.object({
  angle: z.enum(angleKeys),
  /** Drawn on the upright version of the angle; missing for the wide one. */
  isUpright: z.boolean().optional(),
  /** Each line as x, y, x, y …, as shares of the video's width and height. */
  strokes: z
    .array(z.array(z.number().min(-0.05).max(1.05)).min(4))
    .min(1)
    .max(200),
});

/** Lines drawn over the video of one angle. */
export type Drawing = z.infer<typeof drawingShape>;

/**
 * Parses a drawing that a client sent, in JSON.
 * @throws BadInput
 */
export function readDrawing(text: string): Drawing {
  let sent: unknown = null;
  if (text.length <= maxBytes) {
    try {
      sent = JSON.parse(text);
    } catch {
      // Refused below, like any other invalid drawing.
    }
  }
  const { data } = drawingShape.safeParse(sent);
  const points = data?.strokes.reduce((sum, stroke) => sum + stroke.length / 2, 0) ?? 0;
  if (!data || points > maxPoints || data.strokes.some((stroke) => stroke.length % 2 === 1))
    throw new BadInput(
      "drawing",
      inEnglish("A drawing must be JSON with a view and up to 200 lines in shares of the frame."),
    );
  const rounded = (share: number) => Math.round(share * 10_000) / 10_000;
  const { angle, isUpright } = data;
  return {
    angle,
    ...(isUpright && { isUpright }),
    strokes: data.strokes.map((stroke) => stroke.map(rounded)),
  };
}
