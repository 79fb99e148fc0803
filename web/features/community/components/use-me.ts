import { useQuery } from "../../../graphql/hooks.ts";
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

/** The viewer. */
export type Me = {
  id: string;
  username: string | null;
  name: string | null;
  photoURL: string | null;
  isMember: boolean;
};

/** The viewer; null until known. */
export function useMe(): Me | null {
  const [{ data }] = useQuery({ query: MeQuery });
  return data?.me ? { ...data.me, isMember: data.me.name !== null } : null;
}
