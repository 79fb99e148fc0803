import { useLingui } from "@lingui/react/macro";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";

/** The studio's pages about money, beside one another. */
export function MoneyPages() {
  const { t } = useLingui();
  return (
    <>
      <Link to={paths.money()}>{t`Money`}</Link>
      <Link to={paths.coupons()}>{t`Coupons`}</Link>
    </>
  );
}
