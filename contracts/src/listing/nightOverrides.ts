import { z } from 'zod'
import { addDays, listNights, nightsBetween, weekday, zLocalDate, type LocalDate } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { zMinorAmount } from '../kernel/money.ts'
import { zWeekday } from './pricing.ts'

/** A percentage of a night's usual price: from a tenth to five times it. */
export const MIN_PRICE_BPS = 1_000
export const MAX_PRICE_BPS = 50_000
/** Nights further from today cannot be overridden: the longest booking window. */
export const OVERRIDE_HORIZON_DAYS = 730
/** An override can be undone for this long (docs/domain/listing.md#overrides). */
export const UNDO_OVERRIDE_HOURS = 30 * 24

/** An amount in minor units, or basis points of what the night costs without it (12,000 = 20 % more). */
export const zOverridePrice = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('amount'),
    amountMinor: zMinorAmount.refine((amount) => amount > 0, 'must be more than 0'),
  }),
  z.strictObject({ kind: z.literal('percent'), bps: z.int().min(MIN_PRICE_BPS).max(MAX_PRICE_BPS) }),
])

/**
 * What one night has instead of the listing's price and rules; null: as the listing has it. The minimum and
 * `closedToArrival` are for stays that begin on this date, `closedToDeparture` for those that end on it
 * (docs/domain/listing.md#overrides).
 */
export const zNightOverride = z.strictObject({
  price: zOverridePrice.nullable(),
  minNights: z.int().min(1).max(365).nullable(),
  closedToArrival: z.boolean().nullable(),
  closedToDeparture: z.boolean().nullable(),
})
export type NightOverride = z.infer<typeof zNightOverride>
export type OverridePrice = z.infer<typeof zOverridePrice>
/** The overrides of a listing by date. */
export type NightOverrides = Readonly<Record<LocalDate, NightOverride>>

/** What an override changes: a field that is left out stays, null goes back to the listing's own. */
export const zOverrideChange = zNightOverride.partial()
export type OverrideChange = z.infer<typeof zOverrideChange>

/** One night before and after a change; null: without an override. */
const zOverriddenNight = z.strictObject({
  date: zLocalDate,
  before: zNightOverride.nullable(),
  after: zNightOverride.nullable(),
})
export type OverriddenNight = z.infer<typeof zOverriddenNight>

export const overrideEvents = {
  /** `undoneChangeId`: the change that this one undoes; null for a new one. */
  NightOverridesChanged: {
    version: 1,
    schema: z.strictObject({
      listingId: z.string(),
      hostAccountId: z.string(),
      changeId: z.string(),
      undoneChangeId: z.string().nullable(),
      nights: z.array(zOverriddenNight).min(1).max(365),
    }),
  },
} as const

export const overrideCommands = {
  /** The nights `[start, end)`, or those of them that fall on `weekdays`. The change's id is the command's. */
  OverrideNights: {
    schema: z
      .strictObject({
        start: zLocalDate,
        end: zLocalDate,
        weekdays: z.array(zWeekday).max(7).default([]),
        change: zOverrideChange,
      })
      .refine(({ start, end }) => nightsBetween(start, end) >= 1 && nightsBetween(start, end) <= 365, {
        path: ['end'],
        message: 'must be 1 to 365 nights after start',
      }),
    route: { collection: 'listings', verb: 'override-nights' },
    capability: 'listing.write',
    ifMatch: 'optional',
  },
  /** Undoes a change on the nights that no later change has taken over. */
  UndoNightOverrides: {
    schema: z.strictObject({ changeId: zId }),
    route: { collection: 'listings', verb: 'undo-night-overrides' },
    capability: 'listing.write',
    ifMatch: 'optional',
  },
} as const

const NONE: NightOverride = { price: null, minNights: null, closedToArrival: null, closedToDeparture: null }

/** The override after a change; null where nothing of it is left. */
export const changeOverride = (
  before: NightOverride | null,
  change: OverrideChange,
): NightOverride | null => {
  const { price, minNights, closedToArrival, closedToDeparture } = { ...(before ?? NONE), ...change }
  const after = {
    price: price ?? null,
    minNights: minNights ?? null,
    closedToArrival: closedToArrival ?? null,
    closedToDeparture: closedToDeparture ?? null,
  }
  return Object.values(after).every((value) => value === null) ? null : after
}

/** The nights that a command is about: those of the range on the weekdays; no weekdays mean all. */
export const selectNights = ({
  start,
  end,
  weekdays,
}: Readonly<{ start: LocalDate; end: LocalDate; weekdays: readonly number[] }>): LocalDate[] =>
  listNights(start, end).filter((date) => weekdays.length === 0 || weekdays.includes(weekday(date)))

/** The last day whose night can be overridden. */
export const lastOverridable = (today: LocalDate): LocalDate => addDays(today, OVERRIDE_HORIZON_DAYS)
