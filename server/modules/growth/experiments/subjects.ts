import type { ExperimentSubject } from "../../../../contract/experiments.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import type { Message } from "../../../platform/i18n/messages.ts";

/** What a variant shows. A subject has its own fields, and the others are null. */
export interface VariantValue {
  readonly title: string | null;
  readonly text: string | null;
  readonly interval: "month" | "year" | null;
  /** Types of questions, in order. */
  readonly questions: readonly string[] | null;
}
export const emptyValue: VariantValue = { title: null, text: null, interval: null, questions: null };

/** How a module lets a part of its pages be varied. Never a price, and never a consent. */
interface SubjectDefinition {
  readonly subject: ExperimentSubject;
  /** What the studio shows now; null if the page isn't shown at all. */
  control(ctx: Ctx): Promise<VariantValue | null>;
  /** What to do before `control` can be compared. */
  readonly unavailable: Message;
  /** Reads what an editor wrote for variant B. @throws BadInput */
  read(ctx: Ctx, given: VariantValue): Promise<VariantValue> | VariantValue;
  /** Makes variant B what the studio shows. */
  apply(tx: Tx, value: VariantValue): Promise<void>;
}

const defined = new Map<ExperimentSubject, SubjectDefinition>();

/** Lets experiments vary a subject. Call it at module scope. */
export function defineSubject(subject: SubjectDefinition): void {
  defined.set(subject.subject, subject);
}

export function subjectOf(name: ExperimentSubject): SubjectDefinition {
  const subject = defined.get(name);
  if (!subject) throw new Error(`No module defines the subject ${name}.`);
  return subject;
}
