import { isForeignKeyViolation } from "./db.ts";
import { Unauthenticated } from "./errors.ts";

/** Runs a write for an account or profile that may be deleted at the same time. @throws Unauthenticated when it was */
export async function whileThere<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    if (isForeignKeyViolation(error) && constraint?.includes("person_id")) throw new Unauthenticated();
    throw error;
  }
}
