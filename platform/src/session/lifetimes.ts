/** Lifetimes of sessions (docs/domain/login.md#sessions). Seconds. */
export const HOST_SESSION = { idle: 14 * 86_400, absolute: 30 * 86_400 } as const
export const STAFF_SESSION = { idle: 30 * 60, absolute: 8 * 3_600 } as const
