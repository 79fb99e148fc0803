import { DomainError } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** Another experiment varies the same part of the page. */
export class SubjectTaken extends DomainError {
  constructor() {
    super("SUBJECT_TAKEN", msg("Another experiment with this subject is running. End it first."));
  }
}

/** A running or ended experiment keeps what it was planned with. */
export class ExperimentFixed extends DomainError {
  constructor() {
    super("EXPERIMENT_FIXED", msg("This experiment has started, so its plan stays."));
  }
}
