import { useLingui } from "@lingui/react/macro";
import { Check, Plus } from "lucide-react";
import { readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { useFollow } from "../actions/use-follow.ts";
import { FollowFragment } from "../public/follow-fragment.ts";

export type FollowToggleProps = {
  follow: FragmentOf<typeof FollowFragment>;
  /** The page's main action. */
  isMain?: boolean;
  size?: "s" | "m";
};

/** Follows and unfollows an instructor, style, category or course. */
export function FollowToggle({ follow, isMain = false, size = "m" }: FollowToggleProps) {
  const { t } = useLingui();
  const change = useFollow();
  const found = readFragment(FollowFragment, follow);
  const { name, isFollowing } = found;
  return (
    <Button
      tone={isMain && !isFollowing ? "go" : "quiet"}
      size={size}
      chosen={isFollowing}
      aria-pressed={isFollowing}
      icon={isFollowing ? Check : Plus}
      aria-label={isFollowing ? t`Following ${name}` : t`Follow ${name}`}
      onClick={() => void change(found, !isFollowing)}
    >
      {isFollowing ? t`Following` : t`Follow`}
    </Button>
  );
}
