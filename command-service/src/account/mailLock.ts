/**
 * The lock of writing mail about an account's people and of erasing them, so that no mail about a person
 * follows their erasure.
 */
export const mailLock = (hostAccountId: string): string => `mail/${hostAccountId}`
