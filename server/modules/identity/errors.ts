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

/** A new password that won't do. */
export class BadPassword extends DomainError {
  constructor(code: "PASSWORD_TOO_SHORT" | "PASSWORD_TOO_LONG" | "PASSWORD_COMMON") {
    const why = {
      PASSWORD_TOO_SHORT: "A password has 8 characters at least.",
      PASSWORD_TOO_LONG: "A password has 128 characters at most.",
      PASSWORD_COMMON: "This password is among those that are tried first. Choose another.",
    };
    super(code, why[code], { facts: { field: "password" } });
  }
}

/** The address and the password don't belong together; which of the two is wrong isn't said. */
export class WrongCredentials extends DomainError {
  constructor() {
    super("INVALID_EMAIL_OR_PASSWORD", "This address and password don't belong together.", { status: 401 });
  }
}

/** A mailed key that was used, is over, or never was. */
export class KeySpent extends DomainError {
  constructor() {
    super("KEY_SPENT", "This link was used already, or is too old. Ask for a new one.");
  }
}

/** Another account has verified the address. */
export class EmailTaken extends DomainError {
  constructor() {
    super("ADDRESS_TAKEN", "This address belongs to another account by now. Sign in to that one.");
  }
}

/** A link that verifies an address was opened where none of the accounts that gave it is signed in. */
export class PasswordNeeded extends DomainError {
  constructor() {
    super(
      "PASSWORD_NEEDED",
      "Enter the password of the account, or sign in to it in this browser and open the link again.",
      { status: 403 },
    );
  }
}

/** A link came for an address that several accounts may have given, and that none has verified. */
export class ChooseAccount extends DomainError {
  constructor() {
    super("CHOOSE_ACCOUNT", 'Choose your account from the list, or "new" for a new one.', { status: 409 });
  }
}

/** A child's profile can't be chosen before there is a PIN that leads out of it. */
export class PinMissing extends DomainError {
  constructor() {
    super("PIN_MISSING", "Set a PIN first. It leads out of a child's profile.", { facts: { field: "pin" } });
  }
}

/** The account is registered, so that nobody can register with it again. */
export class AlreadyRegistered extends DomainError {
  constructor() {
    super("ALREADY_REGISTERED", "This account is registered already.", { status: 409 });
  }
}

/** Only the account's PIN leads on from here. */
export class PinNeeded extends DomainError {
  constructor() {
    super("PIN_NEEDED", "A grown-up's PIN leads out of a child's profile.", {
      status: 403,
      facts: { field: "pin" },
    });
  }
}

/** The PIN isn't the account's. */
export class WrongPin extends DomainError {
  constructor(field: string) {
    super("WRONG_PIN", "This isn't the PIN.", { status: 403, facts: { field } });
  }
}

/** A family has as many members as a subscription holds. */
export class FamilyFull extends DomainError {
  constructor(most: number) {
    super("FAMILY_FULL", `A family has ${most} members beside whoever holds the account.`, {
      facts: { most },
    });
  }
}

/** Staff closed the account. */
export class Suspended extends DomainError {
  constructor() {
    super("BANNED", "The studio closed this account. A mail said why, and for how long.", { status: 403 });
  }
}

/** Without this one the studio would have no admin. */
export class LastAdmin extends DomainError {
  constructor() {
    super("LAST_ADMIN", "The studio has no other admin. Give somebody else the role first.", { status: 409 });
  }
}

/** Staff must set up two-step verification or a passkey first. */
export class SecondStepRequired extends DomainError {
  constructor() {
    super(
      "SECOND_STEP_REQUIRED",
      "Set up two-step verification or a passkey in your account's security settings, then try again.",
      { status: 403 },
    );
  }
}

/** The password isn't the account's. */
export class WrongPassword extends DomainError {
  constructor() {
    super("WRONG_PASSWORD", "This isn't your password.", { status: 403, facts: { field: "current" } });
  }
}

/** What was asked for matters so much that the person shows again that it is they. */
export class ConfirmationNeeded extends DomainError {
  constructor() {
    super("CONFIRMATION_NEEDED", "Show that it is you: give your password once more, or sign in again.", {
      status: 403,
    });
  }
}

/** A code that isn't right, or was used already. */
export class WrongCode extends DomainError {
  constructor() {
    super("WRONG_CODE", "This code isn't right, or was used already. Each works once.", {
      facts: { field: "code" },
    });
  }
}

/** The first step of signing in was too long ago. */
export class ChallengeOver extends DomainError {
  constructor() {
    super("CHALLENGE_OVER", "Begin again with the password: that was too long ago.");
  }
}

/** The account signs in in one step. */
export class SecondFactorMissing extends DomainError {
  constructor() {
    super("TWO_STEPS_OFF", "This account doesn't sign in in two steps.");
  }
}

/** The account signs in in two steps already. */
export class SecondFactorOn extends DomainError {
  constructor() {
    super("TWO_STEPS_ON", "This account signs in in two steps already.");
  }
}

/** Signing in by an account elsewhere didn't work out: it didn't answer, or not as it should. */
export class ProviderFailed extends DomainError {
  constructor(cause?: unknown) {
    super("PROVIDER_FAILED", "Signing in by that account didn't work out. Try again, or another way.", {
      status: 502,
      cause,
    });
  }
}

/** The account elsewhere opens another one here. */
export class ProviderTaken extends DomainError {
  constructor() {
    super("PROVIDER_TAKEN", "That account opens another one here.", { status: 409 });
  }
}

/** Without this way in there would be none. */
export class LastWayIn extends DomainError {
  constructor() {
    super("LAST_WAY_IN", "Choose a password or prove your address first, so that you can get back in.");
  }
}
