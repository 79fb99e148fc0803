export { closeCertificates, findCertificate, nameOnCertificate } from "./certificates/certificates.ts";
export { courseById, courseBySlug, courseImageUrl, mergeCourses, visibleClasses } from "./courses.ts";
export type { CourseRow } from "./courses.ts";
export { courseAudience } from "./starts/notify.ts";
export { courseText, courseTitle } from "./translations.ts";
export { seedCoursePrice } from "./pricing/pricing.ts";
export { seedCourses } from "./seed.ts";
