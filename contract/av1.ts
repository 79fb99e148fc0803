/**
 * Which videos have AV1 renditions as well. A link to a master playlist says so by its fragment, which isn't sent, so that players without
 * AV1 play the link as it is. The playlist of the AV1 renditions is beside it.
 */
const fragment = "#av1";

/** A link whose video has AV1 renditions, too. */
export const withAv1 = (hlsUrl: string): string => hlsUrl + fragment;

/** The playlists of a link: H.264, and AV1, or null without. */
export function playlistsOf(hlsUrl: string): { readonly h264: string; readonly av1: string | null } {
  if (!hlsUrl.endsWith(fragment)) return { h264: hlsUrl, av1: null };
  const h264 = hlsUrl.slice(0, -fragment.length);
  return { h264, av1: h264.replace(/[^/]+$/, "av1.m3u8") };
}
