import { DomainError } from "../../platform/errors.ts";

/** Somebody else has saved meanwhile: what was sent would overwrite what its sender hasn't seen. */
export class ChangedMeanwhile extends DomainError {
  constructor() {
    super("CHANGED_MEANWHILE", "Somebody else has saved this question. Read it again, then change it.", {
      status: 409,
    });
  }
}
