import { useLingui } from "@lingui/react/macro";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";

export const BadgeFragment = graphql(`
  fragment Badge on Badge {
    id
    name
    description
    activeImageUrl
    inactiveImageUrl
    amountToEarn
  }
`);

/** A badge with its requirement. */
export function Badge({ badge, isEarned }: { badge: FragmentOf<typeof BadgeFragment>; isEarned: boolean }) {
  const { t } = useLingui();
  const { name, description, activeImageUrl, inactiveImageUrl } = readFragment(BadgeFragment, badge);
  return (
    <li className="badge-row">
      <img src={isEarned ? activeImageUrl : inactiveImageUrl} alt="" width={96} height={96} />
      <div>
        <p className="strong">{name}</p>
        <p className="t1 muted">{description}</p>
        {isEarned && <p className="t1 strong">{t`Earned`}</p>}
      </div>
    </li>
  );
}
