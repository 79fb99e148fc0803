/** Folder of a course's own images below /pictures/. */
export const imagesFolder = (courseId: string): string => `courses/${courseId}/`;
