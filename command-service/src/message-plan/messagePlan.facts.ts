import { nightsBetween } from '@hearth/contracts/kernel/dates'
import type { MessagePlanCommand } from '@hearth/contracts/message-plan'
import {
  readTemplateValues,
  type TemplateSources,
  type TemplateValues,
} from '@hearth/contracts/reply-template'
import { bookingFold, type BookingState, type KnownBooking } from '../booking/booking.state.ts'
import { listingFold, type Listing, type ListingState } from '../listing/listing.state.ts'
import { listKeptRules, messageRuleFold, type KnownRule } from '../message-rule/messageRule.state.ts'
import { replyTemplateFold } from '../reply-template/replyTemplate.state.ts'
import type { Load } from '../runtime/decider.ts'

export type MessagePlanFacts = Readonly<{
  booking: BookingState
  /** The account’s rules that are on. */
  rules: readonly KnownRule[]
  /** The texts of its saved replies, by id. */
  bodies: ReadonlyMap<string, string>
  /** What variables stand for; only for a message that is sent. */
  values: TemplateValues
}>

const readContent = ({ sections }: Listing): TemplateSources['content'] => ({
  sections: Object.fromEntries(
    Object.entries(sections).map(([name, { version, values }]) => [
      name,
      { version, values, changedAt: '', changedBy: '' },
    ]),
  ),
  personal: null,
})

const readText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const readListing = (listing: Listing): TemplateSources['listing'] => ({
  title: readText(listing.sections.info?.values['internalName']) ?? listing.place,
  publicTitle: readText(listing.sections.description?.values['title']),
  checkInTime: listing.checkInTime,
  checkOutTime: listing.checkOutTime,
})

const readValues = (booking: KnownBooking, listing: ListingState): TemplateValues => {
  const { guestName, code, checkIn, checkOut, party } = booking
  const isKnown = listing.status !== 'none'
  return readTemplateValues({
    guestName,
    stay: {
      code,
      checkIn,
      checkOut,
      nights: nightsBetween(checkIn, checkOut),
      guests: party.adults + party.children,
    },
    listing: isKnown ? readListing(listing) : undefined,
    content: isKnown ? readContent(listing) : undefined,
  })
}

const SENDS: readonly MessagePlanCommand['type'][] = ['ReleasePlannedMessage', 'SendPlannedMessage']

export const loadMessagePlanFacts: Load<MessagePlanCommand, MessagePlanFacts> = async (
  { type },
  { id, tenantId },
  readState,
) => {
  const booking = await readState(bookingFold, id, { fresh: true })
  const rules = listKeptRules(await readState(messageRuleFold, tenantId, { fresh: true }))
  const kept = { booking, rules: rules.filter(({ isOn }) => isOn) }
  if (!SENDS.includes(type) || booking.status === 'none') return { ...kept, bodies: new Map(), values: {} }
  const { templates } = await readState(replyTemplateFold, tenantId, { fresh: true })
  const listing = await readState(listingFold, booking.listingId, { fresh: true })
  return {
    ...kept,
    bodies: new Map(
      templates.filter(({ removed }) => !removed).map(({ templateId, body }) => [templateId, body]),
    ),
    values: readValues(booking, listing),
  }
}
