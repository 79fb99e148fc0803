import { useQuery } from "urql";
import { graphql } from "../../../graphql/graphql.ts";

const MeQuery = graphql(`
  query CommunityMe {
    me {
      id
      username
      name
      photoURL
    }
  }
`);

/** Who looks. */
export type Me = {
  id: string;
  username: string | null;
  name: string | null;
  photoURL: string | null;
  isMember: boolean;
};

/** Who looks; null until it is known. */
export function useMe(): Me | null {
  const [{ data }] = useQuery({ query: MeQuery });
  return data?.me ? { ...data.me, isMember: data.me.name !== null } : null;
}
