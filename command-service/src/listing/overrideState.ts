import { hoursBetween, type Instant, type LocalDate } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import {
  UNDO_OVERRIDE_HOURS,
  type ListingEvent,
  type NightOverrides,
  type OverriddenNight,
} from '@hearth/contracts/listing'

/** A change of overrides, so that it can be undone. */
type OverrideChanged = Readonly<{
  at: Instant
  undone: boolean
  /** `formerOwner`: the change that the night had before; null for none. */
  nights: readonly (OverriddenNight & Readonly<{ formerOwner: string | null }>)[]
}>

export type OverrideState = Readonly<{
  overrides: NightOverrides
  /** The change that each night has what it has from; undoing it gives the night back to the one before. */
  overrideOwners: Readonly<Record<LocalDate, string | null>>
  /** Those that can still be undone, by id. */
  overrideChanges: Readonly<Record<string, OverrideChanged>>
}>

export const NO_OVERRIDES: OverrideState = { overrides: {}, overrideOwners: {}, overrideChanges: {} }

/** Overrides after a change or its undoing; an undone change is kept, so that a repeat changes nothing. */
export const changeOverrides = (
  { overrides, overrideOwners, overrideChanges }: OverrideState,
  { changeId, undoneChangeId, nights }: OfType<ListingEvent, 'NightOverridesChanged'>['data'],
  at: Instant,
): OverrideState => {
  const next = { ...overrides }
  for (const { date, after } of nights)
    if (after === null) delete next[date]
    else next[date] = after
  const undone = undoneChangeId === null ? undefined : overrideChanges[undoneChangeId]
  const formerOwners = new Map(undone?.nights.map(({ date, formerOwner }) => [date, formerOwner]))
  const owners = nights.map(({ date }) => [
    date,
    undoneChangeId === null ? changeId : (formerOwners.get(date) ?? null),
  ])
  const undoable = Object.entries(overrideChanges).filter(
    ([, change]) => hoursBetween(change.at, at) < UNDO_OVERRIDE_HOURS,
  )
  const change: OverrideChanged = {
    at,
    undone: false,
    nights: nights.map((night) => ({ ...night, formerOwner: overrideOwners[night.date] ?? null })),
  }
  return {
    overrides: next,
    overrideOwners: { ...overrideOwners, ...Object.fromEntries(owners) },
    overrideChanges: {
      ...Object.fromEntries(undoable),
      ...(undoneChangeId === null ? { [changeId]: change } : {}),
      ...(undoneChangeId === null || undone === undefined
        ? {}
        : { [undoneChangeId]: { ...undone, undone: true } }),
    },
  }
}
