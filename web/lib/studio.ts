import type { BootStudio } from "../../contract/boot.ts";

/** The studio of this page; `readBoot` fills it before the first render. */
export const studio: BootStudio = { name: "Eightcount", isOpen: true, legalPages: [] };
