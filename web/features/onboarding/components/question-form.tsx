import { useEffect, useEffectEvent, useId, useState, type ReactNode } from "react";
import { savesData } from "../../../lib/autoplay.ts";
import { OptionPreview } from "./option-preview.tsx";
import type { Question } from "./questions.ts";

type QuestionFormProps = {
  id: string;
  question: Question;
  title: string;
  lead: string;
  chosen: readonly string[];
  onPress: (slug: string) => void;
  onSubmit: () => void;
  /** Whether a tap on an option of a single choice submits the form. Arrow keys only choose. */
  submitsOnTap?: boolean;
  /** Called with the clip of the hovered or focused option, else of the chosen one; null: none. */
  onLook?: (previewUrl: string | null) => void;
  children?: ReactNode;
};

/** How long a tapped option shows as chosen before the next question, in milliseconds. */
const submitAfterMs = 250;

/** A question with its options. Enter continues. */
export function QuestionForm({
  id,
  question,
  title,
  lead,
  chosen,
  onPress,
  onSubmit,
  submitsOnTap = false,
  onLook,
  children,
}: QuestionFormProps) {
  const [titleId, leadId] = [useId(), useId()];
  const [previewed, setPreviewed] = useState<string | null>(null);
  const playing = previewed ?? chosen.at(-1) ?? null;
  const clipUrlOf = (slug: string | null | undefined): string | null =>
    question.options.find((option) => option.slug === slug)?.previewUrl ?? null;
  const preview = (slug: string | null): void => {
    setPreviewed(slug);
    onLook?.(clipUrlOf(slug) ?? clipUrlOf(chosen.at(-1)));
  };
  const [taps, setTaps] = useState(0);
  const submitTapped = useEffectEvent(onSubmit);
  useEffect(() => {
    if (taps === 0) return;
    const timer = setTimeout(() => submitTapped(), submitAfterMs);
    return () => clearTimeout(timer);
  }, [taps]);
  const isTapEnough = submitsOnTap && !question.isMultiple;
  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="stack">
        <h1 className="d1" id={titleId} tabIndex={-1}>
          {title}
        </h1>
        <p className="muted pretty" id={leadId}>
          {lead}
        </p>
      </div>
      <fieldset aria-labelledby={titleId} aria-describedby={leadId}>
        {question.options.map(({ slug, label, description, previewUrl: clipUrl }) => {
          const previewUrl = savesData() ? null : clipUrl;
          return (
            <label
              className={previewUrl ? "pick has-film" : "pick"}
              key={slug}
              onPointerEnter={() => preview(slug)}
              onPointerLeave={() => preview(null)}
              onFocus={() => preview(slug)}
              onBlur={() => preview(null)}
              // The keyboard's clicks have no detail.
              onClick={({ detail }) => isTapEnough && detail > 0 && setTaps((before) => before + 1)}
            >
              {previewUrl && <OptionPreview url={previewUrl} isPlaying={slug === playing} />}
              <span className="d2">{label}</span>
              {description && <span className="t1">{description}</span>}
              <input
                className={question.isMultiple ? "check" : "radio"}
                type={question.isMultiple ? "checkbox" : "radio"}
                name={question.type}
                value={slug}
                checked={chosen.includes(slug)}
                onChange={() => onPress(slug)}
              />
            </label>
          );
        })}
      </fieldset>
      {children}
    </form>
  );
}
