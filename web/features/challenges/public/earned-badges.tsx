import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useQuery } from "urql";
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

/** Badges are given moments after a class is completed: it is asked this often, this many ms apart. */
const tries = 4;
const apartMs = 1500;

/** What completing a class has just earned; nothing when that's nothing. `classId`: the class's own id. */
export function EarnedBadges({ classId }: { classId: string }) {
  const { t } = useLingui();
  const [left, setLeft] = useState(tries - 1);
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
