/**
 * What a personal field reads as once its person's key is gone
 * (docs/domain/ids-and-streams.md#personal-fields).
 */
export const ERASED = '[erased]'

/** The text as it reads once whom it is about was erased; what was never there stays away. */
export const erased = <T extends string | null>(text: T): T | typeof ERASED => (text === null ? text : ERASED)
