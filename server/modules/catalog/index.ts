export { currentSlug, heldSlug, mergedInto } from "./aliases.ts";
export { categories } from "./categories.ts";
export { mergeFollowed } from "./following/following.ts";
export { audienceOfClasses, readersOfClasses, withoutBarredChildren } from "./following/followers.ts";
export { followerClasses, leavingClasses, newClasses } from "./following/new-classes.ts";
export type { FollowerClasses, FollowerPage } from "./following/new-classes.ts";
export { defineCompletedClasses } from "./danced.ts";
export { pageOfClasses } from "./class-pages.ts";
export { defineFollowable } from "./following/followable.ts";
export {
  assetOf,
  classLoader,
  defineClassList,
  depthOf,
  encodingPercentOf,
  encodingStatusOf,
  findClass,
  isHidden,
  isLocked,
  trailerUrl,
} from "./classes.ts";
export { alertedAmong, alertedOfClass, forgetAlerts, mergeAlerts } from "./upcoming/alerts.ts";
export { findUpcomingClass } from "./upcoming/upcoming.ts";
export { findShownClass } from "./staff-classes.ts";
export { forgetReplaced } from "./editing/replaced-videos.ts";
export { forgetUnusedItems } from "./video-import/imports.ts";
export { forgetMissedSearches, listMissedSearches } from "./missed-searches.ts";
export type { MissedSearch } from "./missed-searches.ts";
export { isInLibraryAt, nextReleases } from "./editing/schedule.ts";
export type { Release } from "./editing/store-publication.ts";
export { seedSections } from "./editing/library.ts";
export { lockClass } from "./editing/store.ts";
export { hasClasses, instructorBySlug, instructorLoader } from "./library.ts";
export type { InstructorRow } from "./library.ts";
export { imageWidths, portraitPath, portraitSize, sizesText, thumbnailPath, thumbnailUrl } from "./images.ts";
export {
  center,
  checkFocus,
  fitOwnImage,
  namesOf,
  publishAndSave,
  publishSizes,
  registerImageRoute,
} from "./own-images.ts";
export { reportedSongsSql, songSharesSql } from "./songs/store-report.ts";
export type { ReportedSong } from "./songs/store-report.ts";
export { songBySlug } from "./songs/songs.ts";
export { categoryText, classText, classTitles, styleName } from "./translations.ts";
export { indexTranslations } from "./translations.ts";
export {
  giveCategoryPreview,
  seedPoster,
  setImage,
  linkInstructor,
  notePreparation,
  seedCatalogue,
  seedFollows,
  seedLeaving,
  seedScheduled,
  seedSongs,
} from "./seed.ts";
export {
  addClassColumn,
  libraryClassesSql,
  namedClassesSql,
  openClassesSql,
  partIndexSql,
  selectClassesOf,
  suitsChildrenSql,
} from "./store-classes.ts";
export type { ClassRow, Depth } from "./store-classes.ts";
export { findInstructorClass, instructorScope } from "./instructor-classes.ts";
export { findPricedClass, lockClasses, refreshSoldApart, saveFreeInCourse } from "./store-own-prices.ts";
export { classesOfStyleSql, isStyleSql, planCandidatesSql } from "./store-candidates.ts";
export type { PlanCandidate, CandidateQuery } from "./store-candidates.ts";
export { saveRanks } from "./store-ranks.ts";
