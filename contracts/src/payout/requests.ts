import { z } from 'zod'
import { zLocalDate } from '../kernel/dates.ts'

/** Hour of a day's payout run, UTC (docs/domain/payout.md#runs). */
export const RUN_TIME = 'T09:00:00.000Z'

/** `POST /api/payout-accounts/{id}/run`: makes up for the run of a day that has passed. */
export const zRunOfDay = z.strictObject({ day: zLocalDate })

/**
 * `POST /api/reconciliations`: what changed in the last seconds is left out, because one read model may be
 * ahead of another.
 */
export const zReconcile = z.strictObject({ settleSeconds: z.int().min(0).max(86_400).default(300) })
