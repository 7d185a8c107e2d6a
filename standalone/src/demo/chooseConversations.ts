import { addDays, type LocalDate } from '@hearth/contracts/kernel/dates'
import { EARLIER, IN_HOUSE, INQUIRIES, PAST, UPCOMING, type Conversation } from './conversations.ts'
import type { DemoStay } from './stays.ts'

const INQUIRERS = ['Jo M.', 'Lene K.'] as const
/** The listings, by their place in the world, that guests without a booking ask about. */
const ASKED_ABOUT = [1, 6]
/** Past stays of a listing whose conversations are over. */
const EARLIER_STAYS = 10

const pick = <T>(items: readonly T[], index: number): T | undefined => items[index % items.length]

/**
 * Which stays of a listing have a conversation: one that is to come, one in progress or just over, and some
 * before that.
 * `index`: the listing's place in the world.
 */
export const chooseConversations = (
  stays: readonly DemoStay[],
  today: LocalDate,
  index: number,
): ReadonlyMap<DemoStay, Conversation> => {
  const kept = stays.filter(({ outcome }) => outcome === 'kept')
  const upcoming = kept.find(
    ({ checkIn, bookedDaysBefore }) =>
      checkIn > addDays(today, 2) && addDays(checkIn, -bookedDaysBefore) < addDays(today, -3),
  )
  const inHouse = kept.find(({ checkIn, checkOut }) => checkIn < today && checkOut > today)
  const over = kept.filter(({ checkOut }) => checkOut < addDays(today, -2)).toReversed()
  const [past, ...earlier] = over
  const half = Math.floor(index / 2)
  const chosen: readonly (readonly [DemoStay | undefined, Conversation | undefined])[] = [
    [upcoming, pick(UPCOMING, index)],
    index % 2 === 0 ? [inHouse, pick(IN_HOUSE, half)] : [past, pick(PAST, half)],
    ...earlier.slice(0, EARLIER_STAYS).map((stay, place) => [stay, pick(EARLIER, index + place)] as const),
  ]
  return new Map(
    chosen.flatMap(([stay, conversation]) =>
      stay === undefined || conversation === undefined ? [] : [[stay, conversation] as const],
    ),
  )
}

/** What a guest who has not booked asks about the listing, and the guest's name; undefined where none does. */
export const findInquiry = (
  index: number,
): Readonly<{ guest: string; conversation: Conversation }> | undefined => {
  const place = ASKED_ABOUT.indexOf(index)
  const [guest, conversation] = [INQUIRERS[place], INQUIRIES[place]]
  return guest === undefined || conversation === undefined ? undefined : { guest, conversation }
}
