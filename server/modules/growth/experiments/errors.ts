import { DomainError } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** Another experiment varies the same part of the page. */
export class SubjectTaken extends DomainError {
  constructor() {
    super("SUBJECT_TAKEN", msg("Another experiment with this subject is running. End it first."));
  }
}

/** A running experiment compares what would change, also while it is paused. */
export class SubjectVaried extends DomainError {
  constructor(name: string) {
    super("SUBJECT_VARIED", msg("The experiment “{name}” compares this. End it first.", { name }), {
      details: { experiment: name },
    });
  }
}

/** A running or ended experiment keeps what it was planned with. */
export class ExperimentFixed extends DomainError {
  constructor() {
    super("EXPERIMENT_FIXED", msg("This experiment has started, so its plan stays."));
  }
}
