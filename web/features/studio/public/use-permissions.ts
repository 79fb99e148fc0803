import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";

const PermissionsQuery = graphql(`
  query StaffPermissions {
    staffPermissions
  }
`);
type Permission = ResultOf<typeof PermissionsQuery>["staffPermissions"][number];

/** Whether the viewer may do something in the studio; nothing until it is known. The server checks again. */
export function usePermissions(): (permission: Permission) => boolean {
  const [{ data }] = useQuery({
    query: PermissionsQuery,
    requestPolicy: "cache-and-network",
  });
  return (permission) => data?.staffPermissions.includes(permission) ?? false;
}
