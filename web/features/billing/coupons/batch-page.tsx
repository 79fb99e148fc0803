import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { useMutation, useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment } from "../../../graphql/graphql.ts";
import { PagedList } from "../../../layouts/paged-list.tsx";
import { paths } from "../../../lib/paths.ts";
import { Link } from "../../../lib/router/index.ts";
import { Button } from "../../../ui/button.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { showToast } from "../../../ui/toast.ts";
import { CsvButton } from "../../studio/public/csv-button.tsx";
import { StudioPage } from "../../studio/public/studio-page.tsx";
import { StudioSearch } from "../../studio/public/studio-search.tsx";
import { BatchCodes, type CodeFilter } from "./batch-codes.tsx";
import { redeemedText } from "./batches.tsx";
import { CouponTerms } from "./coupon-terms.tsx";
import { CouponOptionsFragment, StudioCouponFragment } from "./fragments.ts";

// Loaded on press.
const DeleteSheet = lazy(async () => ({
  default: (await import("../../studio/public/delete-sheet.tsx")).DeleteSheet,
}));

const CouponBatchQuery = graphql(
  `
    query StudioCouponBatch($id: ID!) {
      couponBatch(id: $id) {
        id
        size
        redeemed
        archived
        example {
          id
          ...StudioCoupon
        }
      }
      couponOptions {
        ...CouponOptions
      }
    }
  `,
  [StudioCouponFragment, CouponOptionsFragment],
);
const ArchiveUnused = graphql(`
  mutation CouponBatchArchive($id: ID!) {
    couponBatchArchive(id: $id) {
      id
      redeemed
      archived
    }
  }
`);

/** The one-time codes of a promotion: who redeemed which, as a file, and archiving the unused ones. */
export function CouponBatchPage({ id }: { id: string }) {
  const { t } = useLingui();
  const query = useQuery({
    query: CouponBatchQuery,
    variables: { id },
    requestPolicy: "cache-and-network",
  });
  const [{ data }] = query;
  const [, archive] = useMutation(ArchiveUnused);
  const [filter, setFilter] = useState<CodeFilter>("all");
  const [search, setSearch] = useState("");
  const [isAsking, setAsking] = useState(false);
  // Archived codes are loaded again.
  const [archivings, setArchivings] = useState(0);
  const batch = data?.couponBatch;
  const archived = batch?.archived ?? 0;
  const unused = batch ? batch.size - batch.redeemed - batch.archived : 0;
  return (
    <StudioPage
      title={t`One-time codes ${id}`}
      query={query}
      neighbours={
        <Link className="link" to={paths.coupons()}>
          {t`Promo codes`}
        </Link>
      }
      controls={
        batch && (
          <>
            <CsvButton path={`coupon-batches/${batch.id}.csv`}>{t`Download CSV`}</CsvButton>
            {unused > 0 && (
              <Button tone="line" aria-haspopup="dialog" onClick={() => setAsking(true)}>
                {t`Archive unused`}
              </Button>
            )}
          </>
        )
      }
    >
      {batch && (
        <>
          <div className="stack gap-1">
            <p className="pretty">
              <CouponTerms
                coupon={readFragment(StudioCouponFragment, batch.example)}
                options={data.couponOptions}
              />
            </p>
            <p className="t1 muted tn">
              {redeemedText(batch)}
              {archived > 0 && (
                <>
                  <br />
                  {t`${archived} archived`}
                </>
              )}
            </p>
          </div>
          <div className="row wrap gap-3">
            <Segments
              label={t`Codes shown`}
              value={filter}
              options={[
                { value: "all", label: t`All` },
                { value: "redeemed", label: t`Redeemed` },
                { value: "unused", label: t`Unused` },
                { value: "archived", label: t`Archived` },
              ]}
              onChoose={setFilter}
            />
            <StudioSearch label={t`Search codes`} value={search} onSearch={setSearch} />
          </div>
          <PagedList key={archivings} list={`coupon-batch ${id} ${filter} ${search}`}>
            {(page) => <BatchCodes id={batch.id} filter={filter} search={search} page={page} />}
          </PagedList>
        </>
      )}
      {batch && isAsking && (
        <Suspense>
          <DeleteSheet
            title={t`Archive unused codes?`}
            action={t`Archive unused`}
            remove={() => archive({ id: batch.id })}
            onClose={() => setAsking(false)}
            onDeleted={() => {
              setAsking(false);
              setArchivings((count) => count + 1);
              showToast(t`Unused codes archived.`);
            }}
          >
            {t`${unused} unused codes can no longer be redeemed. Redeemed ones keep their discount.`}
          </DeleteSheet>
        </Suspense>
      )}
    </StudioPage>
  );
}
