import { DomainError } from "../../platform/errors.ts";
import { msg } from "../../platform/i18n/messages.ts";

/** The upload can't be transcoded to a preview clip. `reason` is the pipeline's. */
export class OptionVideoRefused extends DomainError {
  constructor(reason: string) {
    super("FILM_REFUSED", msg("This file can’t be used as an option’s video."), {
      status: 422,
      details: { reason },
    });
  }
}
