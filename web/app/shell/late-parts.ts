/** Parts of the shell that no first paint needs, in one chunk. */
import "../../ui/script-fonts.css";
export { Footer } from "./footer.tsx";
export { OfflineNote } from "./offline-note.tsx";
export { ShownToast } from "../../ui/toasts.tsx";
export { PageAnnouncer } from "./page-announcer.tsx";
