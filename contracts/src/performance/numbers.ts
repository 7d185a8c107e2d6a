import { z } from 'zod'

/** How many of all; nothing is rounded before it is shown. */
export const zShare = z.strictObject({ hits: z.int().min(0), count: z.int().min(0) })
export type Share = z.infer<typeof zShare>

/** The figures that an answer to a guest can change (docs/domain/performance.md). */
export const NUMBER_CODES = ['occupancy', 'acceptance', 'response'] as const
export type NumberCode = (typeof NUMBER_CODES)[number]

/** One figure as it is, and as it would be after each answer; null where an answer doesn't count for it. */
export const zNumberEffect = z.strictObject({
  code: z.enum(NUMBER_CODES),
  now: zShare,
  ifAccepted: zShare,
  ifDeclined: zShare,
})
export type NumberEffect = z.infer<typeof zNumberEffect>

/** `GET /api/requests/{id}/numbers`. `month`: of the occupancy, such as `2026-12`; null where nights don't change. */
export const zRequestNumbers = z.strictObject({
  month: z.string().nullable(),
  numbers: z.array(zNumberEffect),
  /** From here on an answer is late; null when none is awaited or it is late already. */
  answerInTimeUntil: z.string().nullable(),
})
export type RequestNumbers = z.infer<typeof zRequestNumbers>
