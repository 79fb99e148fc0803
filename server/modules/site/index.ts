export { seedOpenStudio } from "./seed.ts";
