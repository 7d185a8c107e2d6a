import type { ExplainedEntry } from '@hearth/contracts/ledger'
import { formatDatesIn, formatRange } from '../components/dates/localDate.ts'

/** `part 1 of 3`, as the ledger says it of stays that are earned in parts. */
const findTranche = (text: string) => /part \d+ of \d+$/.exec(text)?.[0]

const isText = (text: string | null | undefined): text is string => typeof text === 'string'

/**
 * What a line is called: the guest, the place and the dates where it is about a stay, else what it is.
 * `what` is the kind of entry where the name does not say it.
 */
export const nameEntry = ({ kind, title, text, subject: { listingTitle, stay } }: ExplainedEntry) => {
  if (stay === null) return { name: title, detail: formatDatesIn(text), what: listingTitle ?? undefined }
  const [name = title, ...rest] = [
    stay.guestName,
    listingTitle,
    formatRange(stay.checkIn, stay.checkOut),
    stay.guestName === null ? stay.code : null,
  ].filter(isText)
  return { name, detail: rest.join(', '), what: kind === 'booking_earnings' ? findTranche(text) : title }
}

/** The name of a line on the page of its stay, which says the rest. */
export const nameEntryOfStay = ({ title, text }: ExplainedEntry, state: string) => ({
  name: title,
  detail: state,
  what: findTranche(text),
})
