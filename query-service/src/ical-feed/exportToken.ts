import { createHmac, timingSafeEqual } from 'node:crypto'

/** 128 bits, as an address shows them. */
const deriveToken = (secret: string, listingId: string, tokenId: string) =>
  createHmac('sha256', secret)
    .update(`ical-export/${listingId}/${tokenId}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url')

/**
 * The address of a listing's calendar. The token is stored nowhere: it derives from the id of the last
 * rotation, so that a new rotation ends it.
 */
export const exportUrl = (secret: string, publicUrl: URL, listingId: string, tokenId: string): string =>
  new URL(`/ical/${listingId}/${deriveToken(secret, listingId, tokenId)}.ics`, publicUrl).href

/** Compares in constant time. */
export const isExportToken = (secret: string, listingId: string, tokenId: string, token: string): boolean => {
  const [asked, right] = [Buffer.from(token), Buffer.from(deriveToken(secret, listingId, tokenId))]
  return asked.length === right.length && timingSafeEqual(asked, right)
}
