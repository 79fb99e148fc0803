import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidateDiscussions, patchEntity } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { showToast } from "../../../ui/toast.ts";

const SetBlocked = graphql(`
  mutation SetBlocked($userId: ID!, $blocked: Boolean!) {
    setBlocked(userId: $userId, blocked: $blocked)
  }
`);
const SetMuted = graphql(`
  mutation SetMuted($userId: ID!, $muted: Boolean!) {
    setMuted(userId: $userId, muted: $muted)
  }
`);

defineCacheUpdates(
  {
    setBlocked(_result, { userId, blocked: isBlockedByMe }, cache, { optimistic }) {
      patchEntity(cache, "User", { id: userId, isBlockedByMe });
      if (isBlockedByMe) patchEntity(cache, "User", { id: userId, isFollowing: false });
      if (!optimistic) invalidateDiscussions(cache);
    },
    setMuted(_result, { userId, muted: isMutedByMe }, cache, { optimistic }) {
      patchEntity(cache, "User", { id: userId, isMutedByMe });
      if (!optimistic) invalidateDiscussions(cache);
    },
  },
  { setMuted: ({ muted: isMuted }) => isMuted as boolean },
);

/**
 * Mutes or blocks a person. A mute hides their content from the viewer, a block hides both from each other.
 * Both can be undone.
 */
export function useDistance(): {
  block: (person: { id: string; name: string }, on: boolean) => Promise<void>;
  mute: (person: { id: string; name: string }, on: boolean) => Promise<void>;
} {
  const { t } = useLingui();
  const [, setBlocked] = useMutation(SetBlocked);
  const [, setMuted] = useMutation(SetMuted);
  const failed = () => showToast(t`Couldn’t save. Try again.`);
  const block = async ({ id, name }: { id: string; name: string }, on: boolean): Promise<void> => {
    const { error } = await setBlocked({ userId: id, blocked: on });
    if (error) return failed();
    showToast(
      on ? t`Blocked ${name}.` : t`Unblocked ${name}.`,
      on ? { label: t`Undo`, run: () => void block({ id, name }, false) } : undefined,
    );
  };
  const mute = async ({ id, name }: { id: string; name: string }, on: boolean): Promise<void> => {
    const { error } = await setMuted({ userId: id, muted: on });
    if (error) return failed();
    showToast(
      on ? t`Muted ${name}. They won’t be notified.` : t`Unmuted ${name}.`,
      on ? { label: t`Undo`, run: () => void mute({ id, name }, false) } : undefined,
    );
  };
  return { block, mute };
}
