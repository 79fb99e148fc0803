import { useId, useState, type ReactNode } from "react";
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
  /** The film of the option that is looked at, else of the one that is chosen; null: none. */
  onLook?: (previewUrl: string | null) => void;
  children?: ReactNode;
};

/** One question with its options. Enter goes on. */
export function QuestionForm({
  id,
  question,
  title,
  lead,
  chosen,
  onPress,
  onSubmit,
  onLook,
  children,
}: QuestionFormProps) {
  const [titleId, leadId] = [useId(), useId()];
  const [lookedAt, setLookedAt] = useState<string | null>(null);
  const playing = lookedAt ?? chosen.at(-1) ?? null;
  const filmOf = (slug: string | null | undefined): string | null =>
    question.options.find((option) => option.slug === slug)?.previewUrl ?? null;
  const look = (slug: string | null): void => {
    setLookedAt(slug);
    onLook?.(filmOf(slug) ?? filmOf(chosen.at(-1)));
  };
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
        {question.options.map(({ slug, label, description, previewUrl: film }) => {
          const previewUrl = savesData() ? null : film;
          return (
            <label
              className={previewUrl ? "pick has-film" : "pick"}
              key={slug}
              onPointerEnter={() => look(slug)}
              onPointerLeave={() => look(null)}
              onFocus={() => look(slug)}
              onBlur={() => look(null)}
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
