import { weekday, type Instant, type LocalDate } from '../../kernel/dates.ts'
import type { RecordedEvent } from '../../kernel/message.ts'
import { occurredAtOf } from '../../kernel/projection.ts'
import type { ListingEvent } from '../messages.ts'
import type { NightOverride } from '../nightOverrides.ts'
import type { AvailabilityRules, Pricing } from '../pricing.ts'
import { nightPrice } from './nightPrice.ts'

/** What a night costs and how it can be booked; the price is null before there is one, in minor units. */
export type NightTerms = Readonly<{
  priceMinor: number | null
  minNights: number
  closedToArrival: boolean
  closedToDeparture: boolean
}>
/** One change of a night's price or rules; `changedBy` is an actor's id, for people a name. */
export type NightChange = Readonly<{
  changedAt: Instant
  changedBy: string
  from: NightTerms | null
  to: NightTerms
}>

/** The events that can change what a night costs or how it can be booked. */
export const NIGHT_HISTORY_EVENTS = [
  'ListingStarted',
  'PricingChanged',
  'AvailabilityRulesChanged',
  'NightOverridesChanged',
] as const satisfies readonly ListingEvent['type'][]
type HistoryEvent = Extract<ListingEvent, { type: (typeof NIGHT_HISTORY_EVENTS)[number] }>

type Known = Readonly<{ pricing: Pricing | null; rules: AvailabilityRules; override: NightOverride | null }>

/** The price and rules of a night, its override included. */
export const nightTerms = ({ pricing, rules, override }: Known, date: LocalDate): NightTerms => ({
  priceMinor: pricing && nightPrice(pricing, date, override),
  minNights: override?.minNights ?? rules.minNights,
  closedToArrival: override?.closedToArrival ?? rules.closedToArrival.includes(weekday(date)),
  closedToDeparture: override?.closedToDeparture ?? rules.closedToDeparture.includes(weekday(date)),
})

const apply = (known: Known, { type, data }: HistoryEvent, date: LocalDate): Known => {
  switch (type) {
    case 'ListingStarted':
      return { ...known, pricing: data.pricing, rules: data.rules }
    case 'PricingChanged':
      return { ...known, pricing: data.after }
    case 'AvailabilityRulesChanged':
      return { ...known, rules: data.after }
    case 'NightOverridesChanged': {
      const night = data.nights.find((each) => each.date === date)
      return night ? { ...known, override: night.after } : known
    }
  }
}

const isHistoryEvent = (event: RecordedEvent): event is RecordedEvent & HistoryEvent =>
  (NIGHT_HISTORY_EVENTS as readonly string[]).includes(event.type)

const isSame = (a: NightTerms, b: NightTerms) =>
  a.priceMinor === b.priceMinor &&
  a.minNights === b.minNights &&
  a.closedToArrival === b.closedToArrival &&
  a.closedToDeparture === b.closedToDeparture

/**
 * How a night came to its price and rules: the changes that the listing's events made to it, the newest
 * first. `defaultRules` are those before the first event that says them.
 */
export const listNightChanges = (
  events: readonly RecordedEvent[],
  date: LocalDate,
  defaultRules: AvailabilityRules,
): NightChange[] => {
  const changes: NightChange[] = []
  let known: Known = { pricing: null, rules: defaultRules, override: null }
  let from: NightTerms | null = null
  for (const event of events.filter(isHistoryEvent)) {
    known = apply(known, event, date)
    const to = nightTerms(known, date)
    if (from === null || !isSame(from, to))
      changes.unshift({
        changedAt: occurredAtOf(event),
        changedBy: event.metadata['actorId'] ?? '',
        from,
        to,
      })
    from = to
  }
  return changes
}
