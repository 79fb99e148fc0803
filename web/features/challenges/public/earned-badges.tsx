import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";

const EarnedBadgesQuery = graphql(`
  query GetClassCompletedAchievementBadges($classId: ID!) {
    getClassCompletedAchievementBadges(classId: $classId) {
      newlyEarned {
        id
        name
        description
        activeImageUrl
      }
    }
  }
`);

/** Badges are granted shortly after a class is completed: number of polls and their interval in ms. */
const maxPolls = 4;
const apartMs = 1500;

/** Badges earned by completing this class; renders nothing without any. `classId`: the class's internal id. */
export function EarnedBadges({ classId }: { classId: string }) {
  const { t } = useLingui();
  const [left, setLeft] = useState(maxPolls - 1);
  const [{ data }, again] = useQuery({
    query: EarnedBadgesQuery,
    variables: { classId },
    requestPolicy: "network-only",
  });
  const badges = data?.getClassCompletedAchievementBadges.newlyEarned ?? [];
  const isOver = left === 0 || badges.length > 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setTimeout(() => {
      setLeft((now) => now - 1);
      again({ requestPolicy: "network-only" });
    }, apartMs);
    return () => clearTimeout(timer);
  }, [isOver, left, again]);
  if (badges.length === 0) return null;
  return (
    <div role="status">
      <ul className="row wrap" aria-label={t`You’ve earned`}>
        {badges.map(({ id, name, description, activeImageUrl }) => (
          <li key={id} className="row">
            <img src={activeImageUrl} alt="" width={56} height={56} />
            <span>
              <span className="strong">{name}</span>
              <br />
              <span className="t1 muted">{description}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
