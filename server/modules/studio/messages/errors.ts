import { DomainError } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** An announcement that is being sent, or was, doesn't change. */
export class AnnouncementSent extends DomainError {
  constructor() {
    super("ANNOUNCEMENT_SENT", msg("This announcement has been sent. It can’t be changed anymore."), {
      status: 409,
    });
  }
}
