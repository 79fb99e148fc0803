import { useMutation } from "../../../graphql/hooks.ts";
import { graphql, type VariablesOf } from "../../../graphql/graphql.ts";
import { useRefusal } from "./use-refusal.ts";

const ChangeVideoUpload = graphql(`
  mutation ChangeVideoUpload($id: ID!, $description: String, $audience: Audience) {
    changeVideoUpload(id: $id, description: $description, audience: $audience) {
      id
      description
      audience
    }
  }
`);
const DeleteVideoUpload = graphql(`
  mutation DeleteVideoUpload($id: ID!) {
    deleteVideoUpload(id: $id)
  }
`);

/** Edits and deletes the viewer's own video. Each returns an error message or null. */
export function useOwnVideo(): {
  change: (change: VariablesOf<typeof ChangeVideoUpload>) => Promise<string | null>;
  remove: (id: string) => Promise<string | null>;
} {
  const refusal = useRefusal();
  const [, changeUpload] = useMutation(ChangeVideoUpload);
  const [, deleteUpload] = useMutation(DeleteVideoUpload);
  return {
    change: async (change) => {
      const { error } = await changeUpload(change);
      return error ? refusal(error) : null;
    },
    remove: async (id) => {
      const { error } = await deleteUpload({ id });
      return error ? refusal(error) : null;
    },
  };
}
