import { lazy, Suspense } from "react";
import type { FollowToggleProps } from "../components/follow-toggle.tsx";

// Its code waits: people first read whom they follow.
const FollowToggle = lazy(async () => ({
  default: (await import("../components/follow-toggle.tsx")).FollowToggle,
}));

/** Follows and unfollows an instructor, style, category or course. */
export function FollowButton(props: FollowToggleProps) {
  return (
    <Suspense fallback={<span className="sk btn w-28" />}>
      <FollowToggle {...props} />
    </Suspense>
  );
}
