import { addHours, overlaps, type Instant } from '@hearth/contracts/kernel/dates'
import { computeCheckIn, type Stay } from './rows.ts'

/**
 * One command to send at its own time in history. `listing` numbers the listings of one hotel and room type
 * from 1.
 */
export type Action = Readonly<{
  at: Instant
  verb: 'confirm' | 'check-in' | 'check-out' | 'complete' | 'cancel-by-guest' | 'mark-no-show'
  stay: Stay
  listing: number
}>

const FOURTEEN_DAYS_HOURS = 14 * 24
/**
 * At one instant nights are released before they are taken, and the actions of a booking keep their order.
 */
const ORDER: readonly Action['verb'][] = [
  'cancel-by-guest',
  'check-out',
  'complete',
  'confirm',
  'check-in',
  'mark-no-show',
]
const compare = (a: Readonly<{ at: Instant; rank: number; key: string }>, b: typeof a) =>
  a.at < b.at ? -1 : a.at > b.at ? 1 : a.rank - b.rank || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

/**
 * Gives each stay, in order of confirmation, the first free listing of its hotel and room type, and lists
 * every command in the order of history. Depends on the rows alone, so that a second run has the same plan.
 */
export const planImport = (
  stays: readonly Stay[],
): { actions: Action[]; listings: ReadonlyMap<string, number> } => {
  const taken = new Map<string, Map<number, Stay[]>>()
  const placed = new Map<Stay, number>()
  const steps = stays
    .flatMap((stay) => [
      { at: stay.confirmedAt, stay, rank: 1, key: stay.key },
      ...(stay.end.kind === 'cancelled' ? [{ at: stay.end.at, stay, rank: 0, key: stay.key }] : []),
    ])
    .toSorted(compare)
  for (const { stay, rank } of steps) {
    const unit = formatUnit(stay)
    const listings = taken.get(unit) ?? new Map<number, Stay[]>()
    taken.set(unit, listings)
    if (rank === 0) {
      const number = placed.get(stay) ?? 0
      listings.set(
        number,
        (listings.get(number) ?? []).filter((other) => other !== stay),
      )
      continue
    }
    const range = { start: stay.checkIn, end: stay.checkOut }
    let number = 1
    while (
      (listings.get(number) ?? []).some((other) =>
        overlaps(range, { start: other.checkIn, end: other.checkOut }),
      )
    )
      number += 1
    listings.set(number, [...(listings.get(number) ?? []), stay])
    placed.set(stay, number)
  }
  const actions = stays
    .flatMap((stay) =>
      listHistory(stay).map(([verb, at]) => ({
        verb,
        at,
        stay,
        listing: placed.get(stay) ?? 0,
        rank: ORDER.indexOf(verb),
        key: stay.key,
      })),
    )
    .toSorted(compare)
  return { actions, listings: new Map([...taken].map(([unit, listings]) => [unit, listings.size])) }
}

export const formatUnit = (stay: Stay) => `${stay.hotel}/${stay.roomType}`

const listHistory = (stay: Stay): [Action['verb'], Instant][] => {
  const confirm: [Action['verb'], Instant] = ['confirm', stay.confirmedAt]
  if (stay.end.kind === 'cancelled') return [confirm, ['cancel-by-guest', stay.end.at]]
  if (stay.end.kind === 'no_show')
    return [confirm, ['check-in', computeCheckIn(stay)], ['mark-no-show', stay.end.at]]
  return [
    confirm,
    ['check-in', computeCheckIn(stay)],
    ['check-out', stay.end.at],
    ['complete', addHours(stay.end.at, FOURTEEN_DAYS_HOURS)],
  ]
}
