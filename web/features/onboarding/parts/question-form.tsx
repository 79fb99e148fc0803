import { useId, type ReactNode } from "react";
import type { Question } from "./questions.ts";

type QuestionFormProps = {
  id: string;
  question: Question;
  title: string;
  lead: string;
  chosen: readonly string[];
  onPress: (slug: string) => void;
  onSubmit: () => void;
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
  children,
}: QuestionFormProps) {
  const [titleId, leadId] = [useId(), useId()];
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
        {question.options.map(({ slug, label, description }) => (
          <label className="pick" key={slug}>
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
        ))}
      </fieldset>
      {children}
    </form>
  );
}
