import "../billing.css";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { usePageTitle } from "../../../lib/page-title.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useSearch } from "../../../lib/router/index.ts";
import type { SentRequest } from "./contract-form.tsx";

// Lazy: the form's library isn't part of a first load.
const ContractForm = lazy(async () => ({ default: (await import("./contract-form.tsx")).ContractForm }));
const Receipt = lazy(async () => ({ default: (await import("./receipt.tsx")).Receipt }));
const ConfirmRequest = lazy(async () => ({
  default: (await import("./confirm-request.tsx")).ConfirmRequest,
}));

export type ContractKind = "cancel" | "withdraw";

/** The public page of a cancellation or withdrawal. Its mailed link leads here too. */
export function ContractPage({ kind }: { kind: ContractKind }) {
  const { t } = useLingui();
  const { confirm } = useSearch();
  const [sent, setSent] = useState<SentRequest | null>(null);
  const title = kind === "cancel" ? t`Cancel contracts here` : t`Withdraw from a contract`;
  usePageTitle(title);
  return (
    <div className="page form-page">
      <h1 className="d1 d1-page">{title}</h1>
      {typeof confirm === "string" && confirm ? (
        <Suspense fallback={<div className="step" />}>
          <ConfirmRequest kind={kind} token={confirm} />
        </Suspense>
      ) : sent ? (
        <Suspense fallback={<div className="step" />}>
          <Receipt request={sent} />
        </Suspense>
      ) : (
        <>
          <p className="pretty">
            {kind === "cancel"
              ? t`Cancel your subscription without signing in. We confirm receipt right away, here and by email.`
              : t`In the EU, Norway, and the UK, you can withdraw within 14 days without giving a reason. We confirm receipt right away, here and by email.`}
          </p>
          <Suspense fallback={<div className="step" />}>
            <ContractForm kind={kind} onSent={setSent} />
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
