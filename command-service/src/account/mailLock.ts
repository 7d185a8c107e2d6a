/**
 * The lock for mailing about an account's members and for erasing them, so that no mail about a person
 * follows their erasure.
 */
export const mailLock = (hostAccountId: string): string => `mail/${hostAccountId}`
