export { markOpen, readConfirmations, saveConfirmedStep } from "./opening.ts";
export { seedOpenStudio } from "./seed.ts";
