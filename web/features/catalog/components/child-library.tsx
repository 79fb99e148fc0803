import { useLingui } from "@lingui/react/macro";
import { EmptyState } from "../../../ui/state.tsx";
import { ClassList } from "../public/class-list.tsx";

/** A child's library: the server lists only what suits and can be played, so there is nothing to search or filter. */
export function ChildLibrary() {
  const { t } = useLingui();
  return (
    <div className="page page-top stack">
      <h1 className="d1 d1-page">{t`Pick a dance`}</h1>
      <ClassList
        filters={{}}
        sort={null}
        empty={
          <EmptyState
            title={t`No classes yet`}
          >{t`The first class is on its way. Check back soon.`}</EmptyState>
        }
      />
    </div>
  );
}
