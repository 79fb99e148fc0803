import { DomainError } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";
import type { BrandFault } from "./render.ts";

/** The upload can't become an image of the brand. */
export class BrandImageRefused extends DomainError {
  constructor(fault: BrandFault) {
    const refusals: Record<BrandFault, readonly [string, Message]> = {
      unreadable: ["BRAND_IMAGE_UNREADABLE", msg("Use an SVG, PNG, JPEG, or WebP image.")],
      too_large: ["BRAND_IMAGE_TOO_LARGE", msg("This file is too large.")],
      too_small: ["BRAND_IMAGE_TOO_SMALL", msg("This image has too few pixels.")],
      unsafe: [
        "BRAND_IMAGE_UNSAFE",
        msg("This SVG has scripts, images, or text. Save it with shapes only, with text as paths."),
      ],
    };
    const [code, why] = refusals[fault];
    super(code, why, { status: 422 });
  }
}
