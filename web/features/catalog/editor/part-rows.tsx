import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { formatDuration } from "../../../lib/formats.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { partFaults, partKinds, type PartDraft, type PartFault } from "./class-draft.ts";
import { useEditorLabels } from "./labels.ts";

const maxParts = 60;

type PartRowsProps = {
  parts: readonly PartDraft[];
  /** Of the class; null while unknown. */
  durationMs: number | null;
  /** A save was attempted: all errors are shown. */
  isTried: boolean;
  onChange: (parts: readonly PartDraft[]) => void;
};

/** The parts of a class in order, each with title, kind and times. */
export function PartRows({ parts, durationMs, isTried, onChange }: PartRowsProps) {
  const { t } = useLingui();
  const list = useRef<HTMLOListElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const faults = partFaults(parts, durationMs);
  const add = () => {
    const key = crypto.randomUUID();
    onChange([...parts, { key, title: "", kind: "counts", start: parts.at(-1)?.end ?? "0:00", end: "" }]);
    // The row exists after React has rendered it.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>("li:last-child input")?.focus(),
    );
  };
  return (
    <fieldset className="stack gap-2 edit-parts">
      <legend className="t3 strong">{t`Parts`}</legend>
      <p className="t1 muted pretty">
        {durationMs === null
          ? t`The class from start to finish. Enter times as 1:30.`
          : t`The class from start to finish (${formatDuration(durationMs)}). Enter times as 1:30.`}
      </p>
      {parts.length > 0 && (
        <ol className="edit-rows" ref={list}>
          {parts.map((part, at) => (
            <PartRow
              key={part.key}
              part={part}
              place={at + 1}
              count={parts.length}
              // No error is shown in the row that is being edited.
              fault={isTried || focused !== part.key ? (faults[at] ?? null) : null}
              onFocusIn={() => setFocused(part.key)}
              onFocusOut={() => setFocused(null)}
              onChange={(change) =>
                onChange(parts.map((one) => (one.key === part.key ? { ...one, ...change } : one)))
              }
              onMove={(step) => {
                const rest = parts.filter(({ key }) => key !== part.key);
                onChange(rest.toSpliced(at + step, 0, part));
              }}
              onRemove={() => onChange(parts.filter(({ key }) => key !== part.key))}
            />
          ))}
        </ol>
      )}
      <div>
        <Button
          size="s"
          disabledReason={parts.length < maxParts ? null : t`A class has ${maxParts} parts at most.`}
          onClick={add}
        >
          {t`Add a part`}
        </Button>
      </div>
    </fieldset>
  );
}

type PartRowProps = {
  part: PartDraft;
  place: number;
  count: number;
  fault: PartFault | null;
  onFocusIn: () => void;
  onFocusOut: () => void;
  onChange: (change: Partial<PartDraft>) => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
};

function PartRow({
  part,
  place,
  count,
  fault,
  onFocusIn,
  onFocusOut,
  onChange,
  onMove,
  onRemove,
}: PartRowProps) {
  const { t } = useLingui();
  const labels = useEditorLabels();
  const faultId = `part-fault-${part.key}`;
  const isAt = (...faults: PartFault[]) =>
    fault && faults.includes(fault) ? { "aria-invalid": true, "aria-describedby": faultId } : {};
  const name = part.title.trim() || t`part ${place}`;
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
        <input
          className="in"
          value={part.title}
          maxLength={60}
          {...isAt("title")}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </label>
      <div className="edit-part-kind">
        <Select
          label={t`Kind`}
          value={part.kind}
          options={partKinds.map((kind) => ({ value: kind, label: labels.kinds[kind] }))}
          onChoose={(kind) => onChange({ kind })}
        />
      </div>
      <TimeField
        label={t`Starts`}
        value={part.start}
        placeholder="0:00"
        fault={isAt("start", "order", "overlap")}
        onType={(start) => onChange({ start })}
      />
      <TimeField
        label={t`Ends`}
        value={part.end}
        placeholder="0:30"
        fault={isAt("end", "order", "beyond")}
        onType={(end) => onChange({ end })}
      />
      {/* The error's line is always reserved: rows don't shift when an error appears on blur. */}
      <p className="hint hint-bad edit-part-fault" id={faultId}>
        {fault && labels.partFaults[fault]}
      </p>
      <div className="edit-part-moves">
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
  value: string;
  placeholder: string;
  fault: { "aria-invalid"?: boolean; "aria-describedby"?: string };
  onType: (text: string) => void;
};

/** Field for a time within the class, as m:ss. */
function TimeField({ label, value, placeholder, fault, onType }: TimeFieldProps) {
  return (
    <label className="field edit-part-time">
      <span className="lab">{label}</span>
      <input
        className="in tn"
        value={value}
        autoComplete="off"
        placeholder={placeholder}
        {...fault}
        onChange={(event) => onType(event.target.value)}
      />
    </label>
  );
}
