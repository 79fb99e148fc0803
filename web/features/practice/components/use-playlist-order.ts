import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { hasCode } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { showToast } from "../../../ui/toast.ts";
import "../actions/change-playlist.ts";

const OrderPlaylist = graphql(`
  mutation OrderPlaylist($id: ID!, $classIds: [ID!]!, $revision: Int!) {
    orderPlaylist(id: $id, classIds: $classIds, revision: $revision) {
      id
      revision
      classes {
        id
      }
    }
  }
`);

/**
 * The order of a playlist, which shows at once and is saved one request at a time: of several quick changes the last one is sent. If
 * another tab changed the playlist, its order is shown again.
 * @param reload fetches the playlist again
 */
export function usePlaylistOrder(
  playlist: { readonly id: string; readonly revision: number; readonly classes: readonly { id: string }[] },
  reload: () => void,
): { readonly ids: readonly string[]; readonly change: (ids: readonly string[]) => Promise<void> } {
  const { t } = useLingui();
  const [, order] = useMutation(OrderPlaylist);
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const next = useRef<readonly string[] | null>(null);
  const isSending = useRef(false);
  const known = playlist.classes.map(({ id }) => id);
  return {
    // A class that came or left in between shows as the server has it.
    ids:
      wanted && wanted.length === known.length && wanted.every((id) => known.includes(id)) ? wanted : known,
    change: async (ids) => {
      setWanted(ids);
      next.current = ids;
      if (isSending.current) return;
      isSending.current = true;
      let { revision } = playlist;
      while (next.current) {
        const classIds = [...next.current];
        next.current = null;
        const { data, error } = await order({ id: playlist.id, classIds, revision });
        if (data) ({ revision } = data.orderPlaylist);
        if (!error) continue;
        next.current = null;
        reload();
        showToast(
          hasCode(error, "CHANGED_MEANWHILE") || hasCode(error, "BAD_INPUT")
            ? t`This playlist changed in another tab. Here’s how it is now.`
            : t`Couldn’t save the order. Try again.`,
        );
      }
      isSending.current = false;
      setWanted(null);
    },
  };
}
