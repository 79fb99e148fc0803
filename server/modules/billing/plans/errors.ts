import { DomainError } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** A plan with this name and interval exists. */
export class PlanExists extends DomainError {
  constructor() {
    super("PLAN_EXISTS", msg("A plan with this name and interval exists. Choose another name."), {
      status: 409,
      details: { field: "name" },
    });
  }
}

/** A price for one country is in another currency than that country pays in. */
export class CountryPaysOtherwise extends DomainError {
  constructor(currencyCode: string) {
    super(
      "COUNTRY_PAYS_OTHERWISE",
      msg("This country pays in {currencyCode}. Set its price in that currency, or move the country first.", {
        currencyCode,
      }),
      { status: 409, details: { currencyCode } },
    );
  }
}

/** A price of this plan begins on the same day. */
export class PriceExists extends DomainError {
  constructor() {
    super("PRICE_EXISTS", msg("Another price begins on this day. Choose another day."), {
      status: 409,
      details: { field: "validFrom" },
    });
  }
}
