import { addHours, addMinutes, type Instant } from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import type { ListingHistory, Step } from './history.ts'
import { randomNumbers } from './randomNumbers.ts'
import { requireId } from './requireId.ts'
import { GUEST_TEXTS, HOST_TEXTS, REPLY_TEXTS } from './reviewTexts.ts'
import { demoKey } from './world.ts'

const DAY_HOURS = 24
/** Older stays have no reviews, which keeps the demo quick to fill. */
const MAX_AGE_DAYS = 365
const WINDOW_DAYS = 14
const GUESTS_WRITE = 0.8
const HOSTS_WRITE = 0.75
const HOSTS_REPLY = 0.4
/** Staff decide within days: only what was revealed lately can still wait for them. */
const DISPUTED_WITHIN_DAYS = 21

type Drawn = Readonly<{ from: 'guest' | 'host'; at: Instant; body: object }>

/** What both sides write, and how long after check-out; the same for the same stay. */
const drawReviews = (name: string, checkOut: Instant) => {
  const random = randomNumbers(Number.parseInt(demoKey('review', name).slice(0, 8), 16))
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const after = (days: number): Instant => addHours(checkOut, Math.ceil(days * DAY_HOURS))
  const { overall, publicText, privateText } = pick(GUEST_TEXTS)
  const near = () => Math.max(1, Math.min(5, overall + Math.round(random() * 2 - 0.8)))
  const stars = {
    cleanliness: near(),
    accuracy: near(),
    checkIn: near(),
    communication: near(),
    location: near(),
    value: near(),
  }
  const kind = pick([4, 5, 5] as const)
  const byGuest: Drawn = {
    from: 'guest',
    at: after(1 + random() * 9),
    body: { overall, ...stars, publicText, privateText },
  }
  const byHost: Drawn = {
    from: 'host',
    at: after(1 + random() * 11),
    body: {
      cleanliness: kind,
      communication: pick([4, 5, 5]),
      houseRules: kind,
      wouldHostAgain: true,
      publicText: pick(HOST_TEXTS),
      privateText: '',
    },
  }
  const written = [
    ...(random() < GUESTS_WRITE ? [byGuest] : []),
    ...(random() < HOSTS_WRITE ? [byHost] : []),
  ].toSorted((a, b) => (a.at < b.at ? -1 : 1))
  return { written, overall, reply: random() < HOSTS_REPLY ? pick(REPLY_TEXTS) : undefined }
}

/** Opens the reviews of a stay, writes what its sides write, and reveals them. */
export const listReviewSteps = (
  { listing, listingId, hostAccountId, now, command, send }: ListingHistory,
  name: string,
  checkOut: Instant,
  bookingId: () => Id | undefined,
): readonly Step[] => {
  if (checkOut < addHours(now, -MAX_AGE_DAYS * DAY_HOURS)) return []
  const act = (verb: string, at: Instant, body: object): Step => ({
    at,
    partition: listing.name,
    send: async () => {
      const id = bookingId()
      if (id === undefined) return
      const path = verb === 'open' ? '/api/reviews' : `/api/reviews/${id}/${verb}`
      const content = verb === 'open' ? { hostAccountId, listingId, bookingId: id } : body
      requireId(await send(command(`review-${verb}`, name, path, content, at)))
    },
  })
  const closesAt = addHours(checkOut, WINDOW_DAYS * DAY_HOURS)
  const { written, overall, reply } = drawReviews(name, checkOut)
  const second = written.length === 2 ? written[1] : undefined
  const revealedAt = second?.at ?? closesAt
  const isOfGuest = written.some(({ from }) => from === 'guest')
  return [
    act('open', addMinutes(checkOut, 1), {}),
    ...written.map(({ from, at, body }) =>
      act(from === 'guest' ? 'receive-guest-review' : 'submit', at, body),
    ),
    ...(second === undefined ? [act('reveal', closesAt, {})] : []),
    ...(isOfGuest && reply !== undefined
      ? [act('reply', addHours(revealedAt, DAY_HOURS), { text: reply })]
      : []),
    ...(isOfGuest && overall <= 2 && revealedAt > addHours(now, -DISPUTED_WITHIN_DAYS * DAY_HOURS)
      ? [
          act('dispute', addHours(revealedAt, 2 * DAY_HOURS), {
            ground: 'extortion',
            explanation: 'The guest wants us to drop a bill for a better review.',
            evidence: [{ kind: 'private_text' }],
          }),
        ]
      : []),
  ]
}
