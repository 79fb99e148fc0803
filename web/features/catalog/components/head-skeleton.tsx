import { CardSkeletons, Skeleton, TextSkeleton } from "../../../ui/state.tsx";

/** Skeleton of a page with an image, a title and cards. */
export function HeadSkeleton({ label }: { label: string }) {
  return (
    <div className="page page-top">
      <Skeleton label={label}>
        <div className="cls">
          <div className="media media-wide" />
          <div className="stack cls-words">
            <TextSkeleton className="d1 d1-page w-3/4" />
            <TextSkeleton className="w-full" />
            <TextSkeleton className="w-2/3" />
          </div>
        </div>
        <div className="cards sec">
          <CardSkeletons count={4} />
        </div>
      </Skeleton>
    </div>
  );
}
