export { confirmPoint, markOpen, readConfirmations } from "./opening.ts";
export { seedOpenStudio } from "./seed.ts";
