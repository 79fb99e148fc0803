import { useLingui } from "@lingui/react/macro";
import { Link, useNavigate, useSearch } from "../../../lib/router/index.ts";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Segments } from "../../../ui/segments.tsx";
import { Select } from "../../../ui/select.tsx";
import { SavedList } from "../components/saved-list.tsx";
import { readSavedOrder, savedFilters, savedSorts, type SavedOrder } from "../components/saved-order.ts";

/** The person's saved classes. */
export function Page() {
  const { t } = useLingui();
  usePageTitle(t`Saved classes`);
  const navigate = useNavigate();
  const order = readSavedOrder(useSearch() as Record<string, unknown>);
  const choose = (change: Partial<SavedOrder>): void => {
    const search = { ...order, ...change };
    void navigate({ to: paths.saved(), search, replace: true, resetScroll: false });
  };
  const names = { all: t`All`, incomplete: t`Not completed`, completed: t`Completed` };
  const sortNames = {
    "dateSaved.desc": t`Recently saved`,
    "dateSaved.asc": t`Oldest saved`,
    "dateLastViewed.desc": t`Recently danced`,
    "dateLastViewed.asc": t`Least recently danced`,
  };
  return (
    <div className="page page-top">
      <div className="list-head">
        <div className="row wrap between end">
          <h1 className="d1 d1-page">{t`Saved classes`}</h1>
          <Link className="link strong" to={paths.playlists()}>{t`Playlists`}</Link>
        </div>
        <div className="row wrap">
          <Segments
            label={t`Show`}
            options={savedFilters.map((value) => ({ value, label: names[value] }))}
            value={order.filter}
            onChoose={(filter) => choose({ filter })}
          />
          <Select
            label={t`Sort by`}
            labelHidden
            value={`${order.sort}.${order.direction}` as const}
            options={savedSorts.map((value) => ({ value, label: sortNames[value] }))}
            onChoose={(value) => {
              const [sort, direction] = value.split(".");
              choose(readSavedOrder({ filter: order.filter, sort, direction }));
            }}
          />
        </div>
      </div>
      <SavedList order={order} onShowAll={() => choose({ filter: "all" })} />
    </div>
  );
}
