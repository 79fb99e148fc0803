import { DomainError } from "../../platform/errors.ts";
import { msg } from "../../platform/i18n/messages.ts";

/** The username is taken, or was released less than 90 days ago. */
export class UsernameTaken extends DomainError {
  constructor() {
    super("USERNAME_TAKEN", msg("This username is taken. Choose another."), {
      details: { field: "newUsername" },
    });
  }
}

/** The username is not allowed. `reason` says why. */
export class UsernameInvalid extends DomainError {
  constructor(reason: "form" | "reserved", field: string) {
    super(
      "USERNAME_INVALID",
      reason === "form"
        ? msg(
            "Use 3 to 30 letters (a–z), digits, underscores, and single dots. Start with a letter and don’t end with a dot.",
          )
        : msg("This username is reserved. Choose another."),
      { details: { field, reason } },
    );
  }
}

/** The new password is not accepted. */
export class BadPassword extends DomainError {
  constructor(code: "PASSWORD_TOO_SHORT" | "PASSWORD_TOO_LONG" | "PASSWORD_COMMON") {
    const why = {
      PASSWORD_TOO_SHORT: msg("Use at least 8 characters."),
      PASSWORD_TOO_LONG: msg("Use at most 128 characters."),
      PASSWORD_COMMON: msg("This password is too common. Choose another."),
    };
    super(code, why[code], { details: { field: "password" } });
  }
}

/** Wrong email address or password, without saying which. */
export class WrongCredentials extends DomainError {
  constructor() {
    super("INVALID_EMAIL_OR_PASSWORD", msg("Wrong email or password."), { status: 401 });
  }
}

/** The email token was used, is expired, or never existed. */
export class EmailTokenSpent extends DomainError {
  constructor() {
    super("KEY_SPENT", msg("This link has expired or was already used. Request a new one."));
  }
}

/** Another account has verified the address. */
export class EmailTaken extends DomainError {
  constructor() {
    super("ADDRESS_TAKEN", msg("This email belongs to another account. Sign in to that account."));
  }
}

/** A verification link was opened in a browser without one of the address's accounts. */
export class PasswordNeeded extends DomainError {
  constructor() {
    super(
      "PASSWORD_NEEDED",
      msg("Enter the account’s password. Or sign in to it in this browser and open the link again."),
      { status: 403 },
    );
  }
}

/** The address of the link may belong to several accounts, none of which has verified it. */
export class ChooseAccount extends DomainError {
  constructor() {
    super("CHOOSE_ACCOUNT", msg("Choose your account from the list."), {
      status: 409,
    });
  }
}

/** Switching to a child's profile requires a PIN that leads out of it. */
export class PinMissing extends DomainError {
  constructor() {
    super("PIN_MISSING", msg("Set an adult PIN first. You’ll need it to leave a child profile."), {
      details: { field: "pin" },
    });
  }
}

/** The account is already registered. */
export class AlreadyRegistered extends DomainError {
  constructor() {
    super("ALREADY_REGISTERED", msg("This account is already registered."), { status: 409 });
  }
}

/** The account's PIN is required. */
export class PinNeeded extends DomainError {
  constructor() {
    super("PIN_NEEDED", msg("Enter the PIN to switch to this profile."), {
      status: 403,
      details: { field: "pin" },
    });
  }
}

/** The PIN is wrong. */
export class WrongPin extends DomainError {
  constructor(field: string) {
    super("WRONG_PIN", msg("Wrong PIN."), { status: 403, details: { field } });
  }
}

/** The family has the maximum number of members. */
export class FamilyFull extends DomainError {
  constructor(most: number) {
    super("FAMILY_FULL", msg("A family can have {most} profiles besides the account holder.", { most }), {
      details: { most },
    });
  }
}

/** The account is suspended. */
export class Suspended extends DomainError {
  constructor() {
    super("BANNED", msg("This account is suspended. We emailed you the reason and how long it lasts."), {
      status: 403,
    });
  }
}

/** The studio must keep at least one admin. */
export class LastAdmin extends DomainError {
  constructor() {
    super("LAST_ADMIN", msg("This is the only admin. Make someone else an admin first."), { status: 409 });
  }
}

/** The code of the server's start is wrong, expired or used. */
export class FirstAdminCodeInvalid extends DomainError {
  constructor() {
    super(
      "FIRST_ADMIN_CODE_INVALID",
      msg("This code is wrong or expired. Restart the server for a new one."),
    );
  }
}

/** Only a studio without an admin takes a code. */
export class FirstAdminExists extends DomainError {
  constructor() {
    super("FIRST_ADMIN_EXISTS", msg("This studio already has an admin. Ask them for a role."), {
      status: 409,
    });
  }
}

/** The invitation to the team was accepted, revoked, replaced or is expired, or never existed. */
export class InvitationInvalid extends DomainError {
  constructor() {
    super("INVITATION_INVALID", msg("This invitation doesn’t work anymore. Ask for a new one."));
  }
}

/** The invitation to the team is for another email than the account's. */
export class InvitationOfOther extends DomainError {
  constructor() {
    super("INVITATION_OF_OTHER", msg("This invitation is for another email. Sign in with that one."), {
      status: 403,
    });
  }
}

/** A role needs a verified email, since the owner of the address can take the account over. */
export class EmailUnverified extends DomainError {
  constructor() {
    super("EMAIL_UNVERIFIED", msg("Confirm your email first. Open the link that we sent you."), {
      status: 409,
    });
  }
}

/** Staff must set up two-factor authentication or a passkey first. */
export class SecondStepRequired extends DomainError {
  constructor() {
    super(
      "SECOND_STEP_REQUIRED",
      msg("Set up two-step verification or a passkey in your security settings, then try again."),
      { status: 403 },
    );
  }
}

/** The password is wrong. */
export class WrongPassword extends DomainError {
  constructor() {
    super("WRONG_PASSWORD", msg("Wrong password."), { status: 403, details: { field: "current" } });
  }
}

/** A sensitive action requires the person to confirm their identity again. */
export class ConfirmationNeeded extends DomainError {
  constructor() {
    super("CONFIRMATION_NEEDED", msg("Confirm it’s you. Enter your password, or sign in again."), {
      status: 403,
    });
  }
}

/** The code is wrong or was already used. */
export class WrongCode extends DomainError {
  constructor() {
    super("WRONG_CODE", msg("This code is wrong or was already used. Each code works once."), {
      details: { field: "code" },
    });
  }
}

/** The first step of sign-in was too long ago. */
export class ChallengeOver extends DomainError {
  constructor() {
    super("CHALLENGE_OVER", msg("Your sign-in timed out. Enter your password again."));
  }
}

/** Two-factor authentication is off. */
export class SecondFactorMissing extends DomainError {
  constructor() {
    super("TWO_STEPS_OFF", msg("Two-step verification is off."));
  }
}

/** Two-factor authentication is already on. */
export class SecondFactorOn extends DomainError {
  constructor() {
    super("TWO_STEPS_ON", msg("Two-step verification is already on."));
  }
}

/** Sign-in by a provider failed: no response, or an invalid one. */
export class ProviderFailed extends DomainError {
  constructor(cause?: unknown) {
    super("PROVIDER_FAILED", msg("Couldn’t sign in with that provider. Try again, or sign in another way."), {
      status: 502,
      cause,
    });
  }
}

/** The provider's account is linked to another account here. */
export class ProviderTaken extends DomainError {
  constructor() {
    super("PROVIDER_TAKEN", msg("That account is linked to another account here."), { status: 409 });
  }
}

/** The last way to sign in cannot be removed. */
export class LastWayIn extends DomainError {
  constructor() {
    super(
      "LAST_WAY_IN",
      msg("Set a password or confirm your email first. Without one, you couldn’t sign in again."),
    );
  }
}
