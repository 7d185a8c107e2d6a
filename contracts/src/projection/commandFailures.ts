import { z } from 'zod'
import { DAY_MS, HOUR_MS, zInstant } from '../kernel/dates.ts'

/** Columns of the heat map, and how long each lasts. Finished steps are kept for seven days. */
export const FAILURE_SLOTS = {
  hour: { count: 24, lengthMs: HOUR_MS },
  day: { count: 7, lengthMs: DAY_MS },
} as const
export const zFailureStep = z.enum(['hour', 'day'])
export type FailureStep = z.infer<typeof zFailureStep>

/** What a failure without an answer counts as: it is retried. */
export const RETRIED = 'RETRIED'
/** Commands of one heat map at most, those that failed most often. */
export const MAX_FAILING_COMMANDS = 40
/** Failures that a cell opens to, the newest. */
export const MAX_FAILURES_SHOWN = 100

export const zFailuresQuery = z.strictObject({ by: zFailureStep.default('hour') })

/** Who sent a command: the system by itself, or a person. */
export const zFailureSender = z.enum(['system', 'person'])
export type FailureSender = z.infer<typeof zFailureSender>

/** How often a command failed with a code in a slot. */
export const zFailureCell = z.strictObject({
  command: z.string(),
  /** When the slot begins. */
  slot: zInstant,
  /** The code of the refusal, or `RETRIED`. */
  code: z.string(),
  sender: zFailureSender,
  count: z.int().min(1),
})
export type FailureCell = z.infer<typeof zFailureCell>

/**
 * `GET /api/command-failures`: commands and jobs of process managers that were refused or are retried, and commands
 * of people that were refused, by hour or day. Staff only. A refusal counts when it was answered, a retry when it
 * was due.
 */
export const zCommandFailures = z.strictObject({
  by: zFailureStep,
  /** The beginnings of all slots, the oldest first. */
  slots: z.array(zInstant),
  cells: z.array(zFailureCell),
  /** Commands with fewer failures that are left out. */
  leftOut: z.int(),
  /** What was due before the first slot and is still retried. */
  stuck: z.int(),
})
export type CommandFailures = z.infer<typeof zCommandFailures>

/** One cell of the heat map; `code` undefined: all of it. */
export const zFailuresInQuery = z.strictObject({
  by: zFailureStep.default('hour'),
  command: z.string().min(1).max(100),
  slot: zInstant,
  code: z.string().min(1).max(60).optional(),
})

export const zCommandFailure = z.strictObject({
  id: z.string(),
  at: zInstant,
  code: z.string(),
  manager: z.string(),
  instance: z.string(),
  accountId: z.string(),
  accountName: z.string().nullable(),
  attempts: z.int(),
  error: z.string().nullable(),
  /** What the trace of its request is found by. */
  correlationId: z.string(),
})
export type CommandFailure = z.infer<typeof zCommandFailure>

/**
 * `GET /api/command-failures/in`: the failures of one cell, the newest first. Of people's commands there is only
 * their number.
 */
export const zFailuresIn = z.strictObject({
  total: z.int(),
  failures: z.array(zCommandFailure),
  ofPeople: z.int(),
})
export type FailuresIn = z.infer<typeof zFailuresIn>
