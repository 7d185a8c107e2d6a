import { addHours, type LocalDate } from '@hearth/contracts/kernel/dates'
import {
  changeOverride,
  lastOverridable,
  nightPrice,
  selectNights,
  UNDO_OVERRIDE_HOURS,
  type ListingEvent,
  type NightOverride,
  type OverrideChange,
  type OverriddenNight,
} from '@hearth/contracts/listing'
import { accept, reject, type Context, type Decision, type Rejected } from '../runtime/decider.ts'
import { isEqualJson } from '../runtime/isEqualJson.ts'
import { onListed, baseFields } from './common.ts'
import type { DecideListing, ListingFacts } from './listing.facts.ts'
import type { Listing } from './listing.state.ts'

const invalid = (pointer: string, detail: string) =>
  reject('VALIDATION_FAILED', detail, { errors: [{ pointer, detail }] })

/** Why these nights cannot be overridden on the listing's day. */
const refuseDates = (start: LocalDate, last: LocalDate, today: LocalDate): Rejected | null => {
  if (start < today)
    return reject('POLICY_VIOLATION', `Nights before ${today} are in the past.`, { rule: 'past' })
  const limit = lastOverridable(today)
  return last > limit
    ? reject('LIMIT_EXCEEDED', `Prices can be set up to ${limit}.`, { rule: 'horizon', limit })
    : null
}

/** Why the listing cannot have this on its nights. */
const refuseChange = (
  { price, minNights }: OverrideChange,
  { pricing, rules }: Listing,
  nights: readonly LocalDate[],
): Rejected | null => {
  if (minNights != null && minNights > rules.maxNights)
    return invalid('/change/minNights', `can’t be more than the maximum stay of ${rules.maxNights} nights`)
  if (price == null) return null
  if (pricing === null) return reject('PRECONDITION_FAILED', 'Set the listing’s nightly price first.')
  const override = changeOverride(null, { price })
  return nights.some((date) => nightPrice(pricing, date, override) < 1)
    ? invalid('/change/price', 'must leave a price of more than 0')
    : null
}

const changed = (
  listing: Listing,
  ctx: Context<ListingFacts>,
  undoneChangeId: string | null,
  nights: readonly OverriddenNight[],
): Decision<ListingEvent> =>
  nights.length === 0
    ? accept([])
    : accept<ListingEvent>(
        [
          {
            type: 'NightOverridesChanged',
            data: {
              ...baseFields(listing, ctx),
              changeId: ctx.commandId,
              undoneChangeId,
              nights: [...nights],
            },
          },
        ],
        undoneChangeId === null
          ? { undo: { command: 'UndoNightOverrides', expiresAt: addHours(ctx.now, UNDO_OVERRIDE_HOURS) } }
          : {},
      )

const isChanged = ({ before, after }: OverriddenNight) => !isEqualJson(before, after)

/** Prices and rules of single nights (docs/domain/listing.md#overrides). */
export const decideOverrides: DecideListing<'OverrideNights' | 'UndoNightOverrides'> = {
  OverrideNights: onListed((data, listing, ctx) => {
    const today = ctx.facts.today ?? ctx.now.slice(0, 10)
    const nights = selectNights(data)
    const [first] = nights
    const last = nights.at(-1)
    if (first === undefined || last === undefined)
      return invalid('/weekdays', 'none of these nights is on a chosen weekday')
    const overrideAt = (date: LocalDate): NightOverride | null => listing.overrides[date] ?? null
    return (
      refuseDates(first, last, today) ??
      refuseChange(data.change, listing, nights) ??
      changed(
        listing,
        ctx,
        null,
        nights
          .map((date) => ({
            date,
            before: overrideAt(date),
            after: changeOverride(overrideAt(date), data.change),
          }))
          .filter(isChanged),
      )
    )
  }),
  UndoNightOverrides: onListed(({ changeId }, listing, ctx) => {
    const change = listing.overrideChanges[changeId]
    if (change === undefined)
      return reject('NOT_FOUND', 'This change doesn’t exist, or is older than 30 days.')
    const until = addHours(change.at, UNDO_OVERRIDE_HOURS)
    if (ctx.now >= until)
      return reject('UNDO_EXPIRED', 'A change of prices can only be undone within 30 days.', {
        closedAt: until,
      })
    const today = ctx.facts.today ?? ctx.now.slice(0, 10)
    const upcoming = change.nights.filter(({ date }) => date >= today)
    if (upcoming.length === 0)
      return reject('WINDOW_CLOSED', 'These nights are in the past, so they can’t be changed.')
    const own = upcoming.filter(({ date }) => listing.overrideOwners[date] === changeId)
    if (own.length === 0)
      return change.undone
        ? accept([])
        : reject('INVALID_TRANSITION', 'These nights have been changed again since.')
    return changed(
      listing,
      ctx,
      changeId,
      own.map(({ date, before, after }) => ({ date, before: after, after: before })),
    )
  }),
}
