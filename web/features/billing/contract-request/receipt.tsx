import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { studio } from "../../../lib/studio.ts";
import type { SentRequest } from "./contract-form.tsx";

/** The acknowledgment: what was received, and when. */
export function Receipt({ request }: { request: SentRequest }) {
  const { t, i18n } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const studioName = studio.name;
  const isCancel = request.kind === "cancel";
  const received = i18n.date(new Date(request.receivedAt), { dateStyle: "long", timeStyle: "long" });
  const rows = [
    [
      t`You declared`,
      isCancel
        ? request.isExtraordinary
          ? t`I cancel my contract with ${studioName} for good cause.`
          : t`I cancel my contract with ${studioName}.`
        : t`I withdraw from my contract with ${studioName}.`,
    ],
    [t`Received on`, received],
    [t`Name`, request.name],
    [t`Email`, request.email],
    ...(request.invoiceNumber ? [[t`Invoice number`, request.invoiceNumber]] : []),
    ...(isCancel
      ? [[t`End`, request.wantedAt ? formatMonthDayYear(new Date(request.wantedAt)) : t`As soon as possible`]]
      : []),
    ...(request.reason ? [[t`Reason`, request.reason]] : []),
  ];
  return (
    <section className="step" aria-labelledby="received">
      <h2 className="d2" id="received" ref={heading} tabIndex={-1}>
        {isCancel ? t`We received your cancellation` : t`We received your withdrawal`}
      </h2>
      <dl className="stack gap-2">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt className="t1 muted">{label}</dt>
            <dd className="contract-text">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="pretty">{t`We emailed you this confirmation. Open that email: it says whether one step is left.`}</p>
      <p className="row wrap">
        <button type="button" className="btn" onClick={() => window.print()}>
          {t`Print or save`}
        </button>
      </p>
    </section>
  );
}
