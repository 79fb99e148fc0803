export { confirmStep, markOpen, readConfirmations } from "./opening.ts";
export { seedOpenStudio } from "./seed.ts";
