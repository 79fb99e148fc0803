import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { StaffInvitationFragment, StaffInvitations } from "../components/staff-invitations.tsx";
import { StaffList, StaffMemberFragment } from "../components/staff-list.tsx";

// The form library isn't part of the first load.
const AddStaff = lazy(async () => ({ default: (await import("../components/add-staff.tsx")).AddStaff }));

const StaffQuery = graphql(
  `
    query Staff {
      staff {
        id
        ...StaffMember
      }
      staffInvitations {
        id
        ...StaffInvitation
      }
    }
  `,
  [StaffMemberFragment, StaffInvitationFragment],
);

/** Staff members, their roles and open invitations, for admins. */
export function Page() {
  const { t } = useLingui();
  const query = useQuery({ query: StaffQuery, requestPolicy: "cache-and-network" });
  const [{ data }, again] = query;
  const readAgain = () => again({ requestPolicy: "network-only" });
  return (
    <StudioPage
      title={t`Team`}
      note={t`Changes are emailed to the person, logged, and take effect within a minute.`}
      query={query}
    >
      {data && (
        <>
          <StaffList staff={data.staff} onChanged={readAgain} />
          <StaffInvitations invitations={data.staffInvitations} onChanged={readAgain} />
          <Suspense>
            <AddStaff onAdded={readAgain} />
          </Suspense>
        </>
      )}
    </StudioPage>
  );
}
