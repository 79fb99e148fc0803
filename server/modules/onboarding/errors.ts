import { DomainError } from "../../platform/errors.ts";

/** The upload can't be transcoded to a preview clip. `reason` is the pipeline's. */
export class OptionVideoRefused extends DomainError {
  constructor(reason: string) {
    super("FILM_REFUSED", "This isn't a film that can be shown beside an option.", {
      status: 422,
      facts: { reason },
    });
  }
}
