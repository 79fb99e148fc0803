import { DomainError } from "../../../platform/errors.ts";
import { msg, utcDay } from "../../../platform/i18n/messages.ts";

const passRefusals = {
  included: (until: Date | null) =>
    until
      ? msg("You have access until {day}, so you don’t need a pass before then.", { day: utcDay(until) })
      : msg("Your plan already includes this, so you don’t need a pass."),
  owned: () => msg("You have this already. It’s yours to keep."),
  paused: () => msg("Your plan is paused. Resume it instead of buying a pass."),
  change_plan: () => msg("A pass can’t be added to your plan. Change your plan instead."),
  other_pass: (until: Date | null) =>
    until
      ? msg("Your pass runs until {day}. You can buy a different one after that.", { day: utcDay(until) })
      : msg("You have a different pass. You can buy this one after it ends."),
};

/** What the account has opens the same already, or can't be combined with a pass. */
export class PassNotNeeded extends DomainError {
  /** @param until when what the account has ends; null if it doesn't */
  constructor(reason: keyof typeof passRefusals, until: Date | null) {
    super("PASS_NOT_NEEDED", passRefusals[reason](until), {
      status: 409,
      details: { field: "planId", reason, ...(until ? { until: until.toISOString() } : {}) },
    });
  }
}

/** The running pass isn't the one that its buyer saw: bought again in another tab, or over. */
export class PassChanged extends DomainError {
  constructor() {
    super("PASS_CHANGED", msg("Your pass has changed. Check its new end, then try again."), { status: 409 });
  }
}
