export { confirmable, confirmPoint, markOpen, readConfirmations } from "./opening.ts";
export type { Confirmable } from "./opening.ts";
export { seedOpenStudio } from "./seed.ts";
