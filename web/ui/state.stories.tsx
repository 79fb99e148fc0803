import { longText, type Stories } from "../gallery/story.ts";
import { Button } from "./button.tsx";
import { CardSkeletons, EmptyState, Skeleton, TextSkeleton } from "./state.tsx";

export const stories: Stories = {
  title: "Empty and loading",
  states: {
    Empty: () => (
      <EmptyState title="No posts yet" action={<Button>Write a post</Button>}>
        Be the first.
      </EmptyState>
    ),
    "Long text": () => <EmptyState title={longText}>{longText}</EmptyState>,
    Loading: () => (
      <Skeleton label="Loading classes" className="cards">
        <CardSkeletons count={3} />
      </Skeleton>
    ),
    "Loading a line": () => (
      <Skeleton label="Loading your name">
        <TextSkeleton className="t3 w-1/2" />
      </Skeleton>
    ),
  },
};
