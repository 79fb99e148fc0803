import { DomainError } from "../../platform/errors.ts";

/** The username is taken, or was released less than 90 days ago. */
export class UsernameTaken extends DomainError {
  constructor() {
    super("USERNAME_TAKEN", "This name is taken. Choose another.", { facts: { field: "newUsername" } });
  }
}

/** The username is not allowed. `reason` says why. */
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

/** The new password is not accepted. */
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

/** Wrong email address or password, without saying which. */
export class WrongCredentials extends DomainError {
  constructor() {
    super("INVALID_EMAIL_OR_PASSWORD", "This address and password don't belong together.", { status: 401 });
  }
}

/** The email token was used, is expired, or never existed. */
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

/** A verification link was opened in a browser without one of the address's accounts. */
export class PasswordNeeded extends DomainError {
  constructor() {
    super(
      "PASSWORD_NEEDED",
      "Enter the password of the account, or sign in to it in this browser and open the link again.",
      { status: 403 },
    );
  }
}

/** The address of the link may belong to several accounts, none of which has verified it. */
export class ChooseAccount extends DomainError {
  constructor() {
    super("CHOOSE_ACCOUNT", 'Choose your account from the list, or "new" for a new one.', { status: 409 });
  }
}

/** Switching to a child's profile requires a PIN that leads out of it. */
export class PinMissing extends DomainError {
  constructor() {
    super("PIN_MISSING", "Set a PIN first. It leads out of a child's profile.", { facts: { field: "pin" } });
  }
}

/** The account is already registered. */
export class AlreadyRegistered extends DomainError {
  constructor() {
    super("ALREADY_REGISTERED", "This account is registered already.", { status: 409 });
  }
}

/** The account's PIN is required. */
export class PinNeeded extends DomainError {
  constructor() {
    super("PIN_NEEDED", "A grown-up's PIN leads out of a child's profile.", {
      status: 403,
      facts: { field: "pin" },
    });
  }
}

/** The PIN is wrong. */
export class WrongPin extends DomainError {
  constructor(field: string) {
    super("WRONG_PIN", "This isn't the PIN.", { status: 403, facts: { field } });
  }
}

/** The family has the maximum number of members. */
export class FamilyFull extends DomainError {
  constructor(most: number) {
    super("FAMILY_FULL", `A family has ${most} members beside whoever holds the account.`, {
      facts: { most },
    });
  }
}

/** The account is suspended. */
export class Suspended extends DomainError {
  constructor() {
    super("BANNED", "The studio closed this account. A mail said why, and for how long.", { status: 403 });
  }
}

/** The studio must keep at least one admin. */
export class LastAdmin extends DomainError {
  constructor() {
    super("LAST_ADMIN", "The studio has no other admin. Give somebody else the role first.", { status: 409 });
  }
}

/** Staff must set up two-factor authentication or a passkey first. */
export class SecondStepRequired extends DomainError {
  constructor() {
    super(
      "SECOND_STEP_REQUIRED",
      "Set up two-step verification or a passkey in your account's security settings, then try again.",
      { status: 403 },
    );
  }
}

/** The password is wrong. */
export class WrongPassword extends DomainError {
  constructor() {
    super("WRONG_PASSWORD", "This isn't your password.", { status: 403, facts: { field: "current" } });
  }
}

/** A sensitive action requires the person to confirm their identity again. */
export class ConfirmationNeeded extends DomainError {
  constructor() {
    super("CONFIRMATION_NEEDED", "Show that it is you: give your password once more, or sign in again.", {
      status: 403,
    });
  }
}

/** The code is wrong or was already used. */
export class WrongCode extends DomainError {
  constructor() {
    super("WRONG_CODE", "This code isn't right, or was used already. Each works once.", {
      facts: { field: "code" },
    });
  }
}

/** The first step of sign-in was too long ago. */
export class ChallengeOver extends DomainError {
  constructor() {
    super("CHALLENGE_OVER", "Begin again with the password: that was too long ago.");
  }
}

/** Two-factor authentication is off. */
export class SecondFactorMissing extends DomainError {
  constructor() {
    super("TWO_STEPS_OFF", "This account doesn't sign in in two steps.");
  }
}

/** Two-factor authentication is already on. */
export class SecondFactorOn extends DomainError {
  constructor() {
    super("TWO_STEPS_ON", "This account signs in in two steps already.");
  }
}

/** Sign-in by a provider failed: no response, or an invalid one. */
export class ProviderFailed extends DomainError {
  constructor(cause?: unknown) {
    super("PROVIDER_FAILED", "Signing in by that account didn't work out. Try again, or another way.", {
      status: 502,
      cause,
    });
  }
}

/** The provider's account is linked to another account here. */
export class ProviderTaken extends DomainError {
  constructor() {
    super("PROVIDER_TAKEN", "That account opens another one here.", { status: 409 });
  }
}

/** The last way to sign in cannot be removed. */
export class LastWayIn extends DomainError {
  constructor() {
    super("LAST_WAY_IN", "Choose a password or prove your address first, so that you can get back in.");
  }
}
