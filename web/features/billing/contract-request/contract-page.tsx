import "../billing.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useSearch } from "../../../lib/router/index.ts";

// Lazy: the form's library isn't part of a first load.
const ContractForm = lazy(async () => ({ default: (await import("./contract-form.tsx")).ContractForm }));
const ConfirmRequest = lazy(async () => ({
  default: (await import("./confirm-request.tsx")).ConfirmRequest,
}));

export type ContractKind = "cancel" | "withdraw";

/** The public page of a cancellation or withdrawal. Its mailed link leads here too. */
export function ContractPage({ kind }: { kind: ContractKind }) {
  const { t } = useLingui();
  const { confirm } = useSearch();
  const title = kind === "cancel" ? t`Cancel contracts here` : t`Withdraw from a contract`;
  usePageTitle(title);
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{title}</h1>
      {typeof confirm === "string" && confirm ? (
        <Suspense fallback={<div className="step" />}>
          <ConfirmRequest kind={kind} token={confirm} />
        </Suspense>
      ) : (
        <>
          <p className="pretty">
            {kind === "cancel"
              ? t`Cancel your subscription without signing in. We confirm receipt right away, here and by email.`
              : t`In the EU, Norway, and the UK, you can withdraw within 14 days without giving a reason. We confirm receipt right away, here and by email.`}
          </p>
          <Suspense fallback={<div className="step" />}>
            <ContractForm kind={kind} />
          </Suspense>
          <p className="t1 muted">
            <Link
              className="link"
              to={kind === "cancel" ? paths.subscription() : paths.withdrawal()}
              search={kind === "cancel" ? { do: "cancel" } : {}}
            >
              {t`I’d rather sign in`}
            </Link>
          </p>
        </>
      )}
    </div>
  );
}
