/** What those listen to who look at an asset while it is prepared. */
export const assetTopic = (assetId: string): string => `media.asset.${assetId}`;
