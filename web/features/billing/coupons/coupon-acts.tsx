import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useId, useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { StudioCouponFragment } from "./fragments.ts";

// Loaded on press.
const CouponLimits = lazy(async () => ({ default: (await import("./limits.tsx")).CouponLimits }));

const CouponLink = lazy(async () => ({ default: (await import("./coupon-link.tsx")).CouponLink }));

const ArchiveCoupon = graphql(`
  mutation CouponArchive($id: ID!) {
    couponArchive(id: $id) {
      id
      state
    }
  }
`);
const RestoreCoupon = graphql(`
  mutation CouponRestore($id: ID!) {
    couponRestore(id: $id) {
      id
      state
    }
  }
`);

type CouponActsProps = {
  coupon: FragmentOf<typeof StudioCouponFragment>;
  /** Billing's current time. */
  now: string;
  reload: () => void;
};

/** What staff can do with a coupon: share its link, edit its limits, archive or restore it. */
export function CouponActs({ coupon, now, reload }: CouponActsProps) {
  const { t } = useLingui();
  const formId = useId();
  const [isOpen, setOpen] = useState(false);
  const [isShared, setShared] = useState(false);
  const found = readFragment(StudioCouponFragment, coupon);
  const { id, state } = found;
  const isArchived = state === "archived";
  const [{ fetching: isArchiving }, archive] = useMutation(ArchiveCoupon);
  const [{ fetching: isRestoring }, restore] = useMutation(RestoreCoupon);
  const move = async (): Promise<void> => {
    const { error } = await (isArchived ? restore : archive)({ id });
    if (error) return showToast(t`Couldn’t update ${id}. Try again.`);
    setOpen(false);
    showToast(isArchived ? t`${id} restored.` : t`${id} archived. Existing discounts still apply.`);
  };
  return (
    <>
      <div className="row coupon-acts">
        {state === "active" && (
          <Button
            size="s"
            aria-haspopup="dialog"
            aria-label={t`Link for ${id}`}
            onClick={() => setShared(true)}
          >
            {t`Link`}
          </Button>
        )}
        {!isArchived && (
          <Button
            size="s"
            aria-expanded={isOpen}
            aria-controls={formId}
            aria-label={t`Edit limits of ${id}`}
            onClick={() => setOpen(!isOpen)}
          >
            {t`Edit limits`}
          </Button>
        )}
        <Button
          size="s"
          tone="line"
          busy={isArchiving || isRestoring}
          aria-label={isArchived ? t`Restore ${id}` : t`Archive ${id}`}
          onClick={() => void move()}
        >
          {isArchived ? t`Restore` : t`Archive`}
        </Button>
      </div>
      {isShared && (
        <Suspense>
          <CouponLink code={id} onClose={() => setShared(false)} />
        </Suspense>
      )}
      <div className="coupon-limits" id={formId} hidden={!isOpen}>
        {isOpen && (
          <Suspense>
            <CouponLimits coupon={found} now={now} onRefused={reload} onSaved={() => setOpen(false)} />
          </Suspense>
        )}
      </div>
    </>
  );
}
