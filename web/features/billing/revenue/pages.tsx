import { useLingui } from "@lingui/react/macro";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";

/** Links among the studio's pages about money. */
export function MoneyPages() {
  const { t } = useLingui();
  return (
    <>
      <Link to={paths.money()}>{t`Revenue`}</Link>
      <Link to={paths.plansAndPrices()}>{t`Plans and prices`}</Link>
      <Link to={paths.coupons()}>{t`Promo codes`}</Link>
    </>
  );
}
