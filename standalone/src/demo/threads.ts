import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import { deriveGuestMessageId, deriveThreadId } from '@hearth/contracts/thread'
import type { Conversation, Stay } from './conversations.ts'
import type { ListingHistory, Step } from './history.ts'
import { requireId } from './requireId.ts'
import { demoKey } from './world.ts'

/** A thread that the team has read up to a message. */
export type ReadThread = Readonly<{ threadId: Id; upToMessageId: Id }>

/** Who writes: `bookingId` is null for a guest without a booking, and undefined where none came about. */
export type Writer = Readonly<{ key: string; guestRef: string; bookingId: () => Id | null | undefined }>

type Said = Readonly<{ from: 'guest' | 'host'; at: Instant; text: string; externalRef: string }>

const listSaid = ({ turns }: Conversation, stay: Stay, { key }: Writer): readonly Said[] =>
  turns
    .map(({ from, at, text }, index) => ({
      from,
      at: at(stay),
      text: text(stay),
      externalRef: demoKey('message', key, String(index)).slice(0, 13),
    }))
    .filter(({ at }) => at <= stay.now)
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))

/** What of a conversation the team has read: all of it, where nothing waits for an answer. */
export const findRead = (
  { listingId }: Pick<ListingHistory, 'listingId'>,
  conversation: Conversation,
  stay: Stay,
  writer: Writer,
): readonly ReadThread[] => {
  const said = listSaid(conversation, stay, writer)
  const last = said.findLast(({ from }) => from === 'guest')
  if (last === undefined || said.at(-1) === last) return []
  const threadId = deriveThreadId(listingId, writer.guestRef)
  return [{ threadId, upToMessageId: deriveGuestMessageId(threadId, last.externalRef) }]
}

/** The messages of a conversation, and what the team then did with the thread. */
export const listMessageSteps = (
  { listing, listingId, command, send, deliver }: ListingHistory,
  conversation: Conversation,
  stay: Stay,
  writer: Writer,
): readonly Step[] => {
  const { key, guestRef, bookingId } = writer
  const threadId = deriveThreadId(listingId, guestRef)
  const said = listSaid(conversation, stay, writer)
  const act = (verb: string, name: string, body: object, at: Instant): Step => ({
    at,
    partition: listing.name,
    send: async () => {
      if (bookingId() !== undefined)
        requireId(await send(command(verb, name, `/api/threads/${threadId}/${verb}`, body, at)))
    },
  })
  const receive = ({ at, text, externalRef }: Said): Step => ({
    at,
    partition: listing.name,
    send: async () => {
      const id = bookingId()
      if (id === undefined) return
      const guest = { guestRef, displayName: stay.guest }
      const body = { listingId, guest, bookingId: id, messageId: externalRef, body: text, sentAt: at }
      requireId(await deliver(command('receive', `${key}/${externalRef}`, '/api/threads', body, at)))
    },
  })
  const last = said.at(-1)
  if (last === undefined) return []
  return [
    ...said.map((one) =>
      one.from === 'guest'
        ? receive(one)
        : act('send', `${key}/${one.externalRef}`, { body: one.text }, one.at),
    ),
    ...(conversation.isStarred ? [act('star', key, {}, last.at)] : []),
    ...(conversation.isArchived ? [act('archive', key, {}, last.at)] : []),
  ]
}
