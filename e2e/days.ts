const DAY_MS = 86_400_000

/** The day that many days from today. */
export const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** The instant that many days ago. */
export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
