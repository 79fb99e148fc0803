import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useClient } from "../../../graphql/hooks.ts";
import { hasCode } from "../../../graphql/codes.ts";
import { LineField } from "../../../ui/line-field.tsx";
import { Select } from "../../../ui/select.tsx";
import { ActDialog, WhatHappens } from "../../studio/public/act-dialog.tsx";
import { useClassLabels } from "../public/labels.ts";
import { previewAct, runAct, type ActKind, type ActResult, type ClassAct } from "./acts.ts";
import { plans } from "./filters.ts";
import { useActLabels } from "./act-labels.ts";
import { useManagedLabels } from "./labels.ts";
import type { ManagedChoices } from "./managed-class.ts";

type Preview = { readonly result: ActResult | null; readonly fault: string | null; readonly checked: number };
const unknown: Preview = { result: null, fault: null, checked: 0 };

type ActSheetProps = {
  kind: ActKind;
  ids: readonly string[];
  choices: ManagedChoices;
  onDone: () => void;
  onClose: () => void;
};

/** One act on the chosen classes: what is chosen, what will happen to how many, and which can't and why. */
export function ActSheet({ kind, ids, choices, onDone, onClose }: ActSheetProps) {
  const { t } = useLingui();
  const client = useClient();
  const labels = useActLabels()[kind];
  const [value, setValue] = useState("");
  const [preview, setPreview] = useState(unknown);
  const [done, setDone] = useState(0);
  const act = actOf(kind, value);
  const wanted = act && JSON.stringify(act);

  useEffect(() => {
    setPreview(unknown);
    if (!wanted) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const onProgress = (checked: number) => {
      if (!signal.aborted) setPreview({ ...unknown, checked });
    };
    void previewAct(client, ids, JSON.parse(wanted) as ClassAct, onProgress, signal).then((answer) => {
      if (signal.aborted) return;
      if ("result" in answer) return setPreview({ ...unknown, result: answer.result });
      const message = answer.error?.graphQLErrors[0]?.message;
      setPreview({
        ...unknown,
        fault: hasCode(answer.error, "BAD_INPUT") && message ? message : t`We couldn’t connect. Try again.`,
      });
    });
    return () => leaving.abort();
  }, [client, ids, wanted, t]);

  const { result, checked } = preview;
  const total = ids.length;
  return (
    <ActDialog
      title={labels.title}
      action={result?.changed ? labels.action(result.changed) : labels.title}
      done={labels.done(result?.changed ?? 0)}
      isReady={result !== null && result.changed > 0}
      explain={(error) => (hasCode(error, "BAD_INPUT") ? (error.graphQLErrors[0]?.message ?? null) : null)}
      onAct={async () => {
        const answer = await runAct(client, ids, act!, setDone);
        if (!("result" in answer)) return answer;
        // Others may have changed classes since the preview.
        const { changed, refused } = answer.result;
        const all = labels.done(changed);
        if (refused.length === 0) return { done: all };
        const failed = plural(refused.length, {
          one: "# class couldn’t be changed.",
          other: "# classes couldn’t be changed.",
        });
        return { done: `${all} ${failed}` };
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <ActChoice kind={kind} value={value} choices={choices} fault={preview.fault} onChoose={setValue} />
      {act && !result && !preview.fault && (
        <p className="muted" role="status">
          {t`Checking ${checked} of ${total}`}
        </p>
      )}
      {result && <Result kind={kind} result={result} />}
      {done > 0 && (
        <p className="tn" role="status">
          {t`${done} of ${total} done`}
        </p>
      )}
    </ActDialog>
  );
}

/** The act, once it is complete. */
function actOf(kind: ActKind, value: string): ClassAct | null {
  if (kind === "publish" || kind === "archive") return { kind };
  if (value === "") return null;
  if (kind === "schedule") return { kind, publishAt: value };
  const accessType = plans.find((plan) => plan === value);
  return kind === "set_plan" ? { kind, accessType: accessType ?? null } : { kind, to: value };
}

type ActChoiceProps = {
  kind: ActKind;
  value: string;
  choices: ManagedChoices;
  fault: string | null;
  onChoose: (value: string) => void;
};

function ActChoice({ kind, value, choices, fault, onChoose }: ActChoiceProps) {
  const { t } = useLingui();
  const { levels, access } = useClassLabels();
  if (kind === "publish" || kind === "archive")
    return fault ? <p className="hint hint-bad">{fault}</p> : null;
  if (kind === "schedule")
    return (
      <LineField
        label={t`Publish on`}
        type="datetime-local"
        hint={t`Studio time`}
        fault={fault ?? undefined}
        value={value}
        onChange={({ target }) => onChoose(target.value)}
      />
    );
  const named = (all: ManagedChoices["styles"]) =>
    all.map(({ slug, name }) => ({ value: slug, label: name }));
  const fields = {
    set_instructor: { label: t`Instructor`, options: named(choices.instructors) },
    set_level: {
      label: t`Level`,
      options: Object.entries(levels).map(([level, label]) => ({ value: level, label })),
    },
    set_plan: {
      label: t`Included with`,
      options: plans.map((plan) => ({ value: plan as string, label: access[plan] })),
    },
    add_category: { label: t`Category`, options: named(choices.categories) },
    remove_category: { label: t`Category`, options: named(choices.categories) },
  };
  return (
    <Select
      label={fields[kind].label}
      value={value}
      fault={fault}
      onChoose={onChoose}
      options={[{ value: "", label: t`Choose` }, ...fields[kind].options]}
    />
  );
}

/** Names of one reason that are shown. */
const maxNamed = 5;

function Result({ kind, result }: { kind: ActKind; result: ActResult }) {
  const { t } = useLingui();
  const { refusals } = useManagedLabels();
  const labels = useActLabels()[kind];
  const count = result.refused.length;
  const reasons = [...new Set(result.refused.map(({ reason }) => reason))];
  const sentences = [
    result.changed > 0 ? labels.happens(result.changed) : t`Nothing changes.`,
    ...(result.unchanged > 0 ? [labels.unchanged(result.unchanged)] : []),
  ];
  return (
    <>
      <WhatHappens sentences={sentences} />
      {reasons.length > 0 && (
        <section className="stack gap-2">
          <h3 className="strong">
            {plural(count, { one: "# class can’t be changed", other: "# classes can’t be changed" })}
          </h3>
          <ul className="stack gap-1 t1">
            {reasons.map((reason) => {
              const titles = result.refused
                .filter((one) => one.reason === reason)
                .map(({ title }) => title || t`Deleted class`);
              const others = titles.length - maxNamed;
              return (
                <li key={reason}>
                  <span className="strong">{refusals[reason]}</span>
                  <span className="muted managed-titles">
                    {titles.slice(0, maxNamed).map((title, at) => (
                      <bdi key={`${title} ${at}`}>{title}</bdi>
                    ))}
                    {others > 0 && <span>{plural(others, { one: "and # more", other: "and # more" })}</span>}
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </>
  );
}
