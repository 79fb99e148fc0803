/** Pub/sub topic for progress of an asset. */
export const assetTopic = (assetId: string): string => `media.asset.${assetId}`;
