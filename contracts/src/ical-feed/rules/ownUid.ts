/** Ours in other calendars: `<claim>.<listing>@ical.<host>`; a listing knows its own when they come back. */
export const formatUid = (claimId: string, listingId: string, domain: string): string =>
  `${claimId}.${listingId}@ical.${domain}`
/** Whether an entry is one that this listing gave out itself (docs/domain/ical-feed.md#export). */
export const isOwnUid = (uid: string, listingId: string): boolean => uid.includes(`.${listingId}@ical.`)
