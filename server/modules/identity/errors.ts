import { DomainError } from "../../platform/errors.ts";

/** Somebody else has this name, or gave it up less than 90 days ago. */
export class UsernameTaken extends DomainError {
  constructor() {
    super("USERNAME_TAKEN", "This name is taken. Choose another.", { facts: { field: "newUsername" } });
  }
}

/** Nobody may have this name. `reason` says why. */
export class UsernameInvalid extends DomainError {
  constructor(reason: "form" | "reserved", field: string) {
    super(
      "USERNAME_INVALID",
      reason === "form"
        ? "A name has 3 to 30 letters a to z, digits, underscores and single dots; it begins with a letter and doesn't end in a dot."
        : "This name is kept for the studio. Choose another.",
      { facts: { field, reason } },
    );
  }
}
