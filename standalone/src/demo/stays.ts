import { addDays, weekday, type LocalDate } from '@hearth/contracts/kernel/dates'
import { randomNumbers } from './randomNumbers.ts'
import type { DemoListing } from './world.ts'

export type DemoStay = Readonly<{
  name: string
  guest: string
  adults: number
  children: number
  checkIn: LocalDate
  checkOut: LocalDate
  bookedDaysBefore: number
  source: 'direct' | 'airbnb' | 'vrbo' | 'booking'
  outcome: 'kept' | 'cancelled' | 'no_show'
  cancelledDaysBefore: number
}>
export type DemoBlock = Readonly<{
  name: string
  kind: 'owner_stay' | 'maintenance' | 'seasonal_closed' | 'other'
  start: LocalDate
  end: LocalDate
  note: string | null
}>

const GUESTS = (
  'Hana K.,Oliver L.,Sofia M.,Grace A.,Omar S.,Claire D.,Tom K.,Jack N.,Marta L.,Iris V.,Hugo R.,' +
  'Paul G.,Daniel W.,Felix B.,Nadia P.,Pieter V.,Emil N.,Amara O.,Rosa J.,Ingrid S.,Nina P.,' +
  'Lucy B.,Noah F.,Elena T.,Jan B.,Ada F.,' +
  'Yuki T.,Dana F.,Ben C.,Wei Z.,Max E.,Greta L.,Leo M.,Kate R.,Ruth E.,Mia C.,' +
  'Jonas H.,Ana P.,Ravi S.,Paula V.'
).split(',')
const NOTES = {
  owner_stay: 'Family visit',
  maintenance: 'Boiler service',
  seasonal_closed: 'Closed for the season',
  other: 'Deep clean',
} as const

/** Two years of one listing around `today`: stays that never overlap, and blocks in the gaps. */
export const generateHistory = (
  listing: DemoListing,
  today: LocalDate,
  seed: number,
): { stays: DemoStay[]; blocks: DemoBlock[] } => {
  const random = randomNumbers(seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1))
  const stays: DemoStay[] = []
  const blocks: DemoBlock[] = []
  let day = addDays(today, -540 + between(0, 6))
  while (day < addDays(today, 190)) {
    const busy = day > addDays(today, 60) ? 0.3 : day > addDays(today, -90) ? 0.8 : 0.32
    if (random() > busy) {
      const gap = between(2, 9)
      if (random() < 0.09 && gap >= 3) {
        const kind = pick(['owner_stay', 'maintenance', 'other', 'maintenance'] as const)
        blocks.push({
          name: `${listing.name}/${day}`,
          kind,
          start: day,
          end: addDays(day, between(1, gap - 1)),
          note: NOTES[kind],
        })
      }
      day = addDays(day, gap)
      continue
    }
    const nights = Math.max(listing.minNights, pick([2, 3, 3, 4, 4, 5, 7, 7, 10]))
    const chance = random()
    const bookedDaysBefore = between(3, 120)
    const outcome = chance < 0.11 ? 'cancelled' : chance < 0.125 ? 'no_show' : 'kept'
    const adults = between(1, Math.min(4, listing.maxGuests))
    stays.push({
      name: `${listing.name}/${day}`,
      guest: pick(GUESTS),
      adults,
      children: random() < 0.25 ? Math.min(2, listing.maxGuests - adults) : 0,
      checkIn: day,
      checkOut: addDays(day, nights),
      bookedDaysBefore,
      source: pick(['direct', 'direct', 'direct', 'airbnb', 'vrbo', 'booking']),
      outcome,
      cancelledDaysBefore: Math.min(bookedDaysBefore, between(0, 20)),
    })
    day = addDays(day, nights + (weekday(day) % 2 === 0 ? 0 : between(0, 2)))
  }
  return { stays, blocks }
}
