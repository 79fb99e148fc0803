import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowLeftToLine, ArrowRightToLine, ArrowUp, Trash2 } from "lucide-react";
import { use, useState } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import { formatDuration } from "../../../lib/formats.ts";
import type { FieldProps, ServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { partFaults, partKinds, writeTime, type ClassDraft, type PartFault } from "./class-draft.ts";
import { useEditorLabels } from "./labels.ts";
import { PreviewContext } from "./preview-handle.ts";

const maxParts = 60;

/** Which input an error of a part belongs to. */
const inputsOf: Record<PartFault, readonly ("title" | "start" | "end")[]> = {
  title: ["title"],
  start: ["start"],
  overlap: ["start"],
  order: ["start", "end"],
  end: ["end"],
  beyond: ["end"],
};

type PartRowsProps = {
  form: ServerForm<ClassDraft>;
  /** Of the class; null while unknown. */
  durationMs: number | null;
};

/** The parts of a class in order, each with title, kind and times. */
export function PartRows({ form, durationMs }: PartRowsProps) {
  const { t } = useLingui();
  const { control, formState, getValues } = form.form;
  const rows = useFieldArray({ control, name: "parts" });
  const parts = useWatch({ control, name: "parts" });
  const [focused, setFocused] = useState<string | null>(null);
  const faults = partFaults(parts, durationMs);
  const listFault = form.faultOfField("parts");
  const isRight = (at: number, input: "title" | "start" | "end"): boolean => {
    const fault = partFaults(getValues("parts"), durationMs)[at];
    return !fault || !inputsOf[fault].includes(input);
  };
  return (
    <fieldset className="stack gap-2 edit-parts">
      <legend className="t3 strong">{t`Parts`}</legend>
      <p className="t1 muted pretty">
        {durationMs === null
          ? t`The class from start to finish. Enter times as 1:30.`
          : t`The class from start to finish (${formatDuration(durationMs)}). Enter times as 1:30.`}
      </p>
      {rows.fields.length > 0 && (
        <ol className="edit-rows">
          {rows.fields.map(({ id }, at) => (
            <PartRow
              key={id}
              form={form}
              place={at + 1}
              count={rows.fields.length}
              title={parts[at]?.title.trim() ?? ""}
              isRight={isRight}
              // No error is shown in the row that is being edited.
              fault={formState.errors.parts || focused !== id ? (faults[at] ?? null) : null}
              onFocusIn={() => setFocused(id)}
              onFocusOut={() => setFocused(null)}
              onMove={(step) => rows.move(at, at + step)}
              onRemove={() => rows.remove(at)}
            />
          ))}
        </ol>
      )}
      {listFault && <p className="hint hint-bad">{listFault}</p>}
      <div>
        <Button
          size="s"
          disabledReason={rows.fields.length < maxParts ? null : t`A class has ${maxParts} parts at most.`}
          onClick={() =>
            rows.append({ key: null, title: "", kind: "counts", start: parts.at(-1)?.end || "0:00", end: "" })
          }
        >
          {t`Add a part`}
        </Button>
      </div>
    </fieldset>
  );
}

type PartRowProps = {
  form: ServerForm<ClassDraft>;
  place: number;
  count: number;
  /** As typed. */
  title: string;
  /** Whether the value of a part's input is right, beside the other parts. */
  isRight: (at: number, input: "title" | "start" | "end") => boolean;
  /** The error to show. */
  fault: PartFault | null;
  onFocusIn: () => void;
  onFocusOut: () => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
};

function PartRow({
  form,
  place,
  count,
  title,
  isRight,
  fault,
  onFocusIn,
  onFocusOut,
  onMove,
  onRemove,
}: PartRowProps) {
  const { t } = useLingui();
  const labels = useEditorLabels();
  const at = place - 1;
  const faultId = `part-fault-${at}`;
  const input = (one: "title" | "start" | "end") => {
    const { fault: _shownBelow, ...registration } = form.field(`parts.${at}.${one}`, {
      validate: () => isRight(at, one),
    });
    return fault && inputsOf[fault].includes(one)
      ? { ...registration, "aria-invalid": true, "aria-describedby": faultId }
      : registration;
  };
  const name = title || t`part ${place}`;
  const preview = use(PreviewContext);
  const takePosition = (one: "start" | "end"): void => {
    const ms = preview?.handle.current?.nearestEightMs();
    if (ms !== undefined) form.form.setValue(`parts.${at}.${one}`, writeTime(ms), { shouldDirty: true });
  };
  return (
    <li
      className="edit-row"
      aria-label={t`Part ${place}`}
      onFocus={onFocusIn}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onFocusOut();
      }}
    >
      <span className="num edit-place" aria-hidden="true">
        {place}
      </span>
      <label className="field edit-part-title">
        <span className="lab">{t`Title`}</span>
        <input className="in" maxLength={60} {...input("title")} />
      </label>
      <div className="edit-part-kind">
        <ChoiceField
          label={t`Kind`}
          options={partKinds.map((kind) => ({ value: kind, label: labels.kinds[kind] }))}
          {...form.field(`parts.${at}.kind`)}
        />
      </div>
      <TimeField label={t`Starts`} placeholder="0:00" input={input("start")} />
      <TimeField label={t`Ends`} placeholder="0:30" input={input("end")} />
      {/* The error's line is always reserved: rows don't shift when an error appears on blur. */}
      <p className="hint hint-bad edit-part-fault" id={faultId}>
        {fault && labels.partFaults[fault]}
      </p>
      <div className="edit-part-moves">
        {preview && (
          <>
            <IconButton
              icon={ArrowLeftToLine}
              label={t`Start ${name} at the video’s position`}
              onClick={() => takePosition("start")}
            />
            <IconButton
              icon={ArrowRightToLine}
              label={t`End ${name} at the video’s position`}
              onClick={() => takePosition("end")}
            />
          </>
        )}
        {place > 1 && <IconButton icon={ArrowUp} label={t`Move ${name} up`} onClick={() => onMove(-1)} />}
        {place < count && (
          <IconButton icon={ArrowDown} label={t`Move ${name} down`} onClick={() => onMove(1)} />
        )}
        <IconButton icon={Trash2} label={t`Remove ${name}`} onClick={onRemove} />
      </div>
    </li>
  );
}

type TimeFieldProps = {
  label: string;
  placeholder: string;
  input: Omit<FieldProps, "fault"> & { "aria-invalid"?: boolean; "aria-describedby"?: string };
};

/** Field for a time within the class, as m:ss. */
function TimeField({ label, placeholder, input }: TimeFieldProps) {
  return (
    <label className="field edit-part-time">
      <span className="lab">{label}</span>
      <input className="in tn" autoComplete="off" placeholder={placeholder} {...input} />
    </label>
  );
}
