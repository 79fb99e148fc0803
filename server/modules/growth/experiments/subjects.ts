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

/** What a definition reads: of a request, or in a transaction. */
type Reader = Pick<Ctx, "db" | "studio">;

/** How a module lets a part of its pages be varied. Never a price, and never a consent. */
interface SubjectDefinition {
  readonly subject: ExperimentSubject;
  /** What the studio shows now; null if the page isn't shown at all. */
  control(at: Reader): Promise<VariantValue | null>;
  /** What to do before `control` can be compared. */
  readonly unavailable: Message;
  /** Reads what an editor wrote for variant B. @throws BadInput */
  read(at: Reader, given: VariantValue): Promise<VariantValue> | VariantValue;
  /**
   * Makes variant B what the studio shows, with an audit entry.
   * @param control of the start; null for an experiment that an older release started
   */
  apply(tx: Tx, value: VariantValue, control: VariantValue | null): Promise<void>;
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
