import { plural } from "@lingui/core/macro";
import { Heart } from "lucide-react";
import { Icon } from "../../../ui/icon.tsx";
import { useLike } from "../actions/use-like.ts";

type LikeButtonProps = {
  contentType: "post" | "comment" | "video_upload";
  id: string;
  likedByMe: boolean;
  likesCount: number;
  small?: boolean;
};

/** Like toggle with an optimistic update. */
export function LikeButton({ contentType, id, likedByMe, likesCount, small = false }: LikeButtonProps) {
  const like = useLike();
  return (
    <button
      type="button"
      className={`btn btn-bare ${small ? "btn-s" : ""} ${likedByMe ? "liked" : ""}`}
      aria-pressed={likedByMe}
      aria-label={plural(likesCount, { one: "Like, # like", other: "Like, # likes" })}
      onClick={() => void like({ contentType, id, liked: !likedByMe })}
    >
      <Icon of={Heart} />
      <span className="tn">{likesCount}</span>
    </button>
  );
}
