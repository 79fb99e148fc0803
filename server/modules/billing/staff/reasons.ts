import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";

const maxReasonLength = 300;

/** A text of staff for the audit log; may be empty. @throws BadInput, PanRejected */
export function readReason(reason: string): string {
  rejectCardNumbers(reason, "reason");
  const text = reason.trim();
  if (text.length > maxReasonLength)
    throw new BadInput(
      "reason",
      msg("Enter a reason of at most {maxReasonLength} characters.", { maxReasonLength }),
    );
  return text;
}

/** A text of staff for the audit log. @throws BadInput if it is empty or too long, PanRejected */
export function requireReason(reason: string): string {
  const text = readReason(reason);
  if (!text) throw new BadInput("reason", msg("Enter a reason."));
  return text;
}
