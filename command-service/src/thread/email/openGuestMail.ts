import { fileKey } from '@hearth/contracts/file'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { SendMail } from '@hearth/platform/mail/sendMail'
import type { Storage } from '@hearth/platform/storage/port'
import type { Log } from '@hearth/platform/telemetry/log'
import { listingFold, type Listing } from '../../listing/listing.state.ts'
import type { Uploads } from '../../file/uploads.ts'
import type { CommandHandler } from '../../runtime/commandHandler.ts'
import type { ReadState } from '../../runtime/decider.ts'
import { findMailedStay, readStays, type FindStays } from '../guestStays.ts'
import type { OutgoingMessage } from '../sending/channel.ts'
import { threadFold, type KnownThread } from '../thread.state.ts'
import type { Conversation } from './composeMail.ts'
import { createEmailChannel } from './emailChannel.ts'
import { createMailAddresses } from './mailAddresses.ts'
import { createMailReceiver } from './receiveMail.ts'

export type GuestMailOptions = Readonly<{
  handler: Pick<CommandHandler, 'handle' | 'view'>
  storage: Pick<Storage, 'get'>
  findStays: FindStays
  sendMail: SendMail['sendMail']
  /** Its addresses are the guests' to answer to. */
  domain: string
  key: string
  uploads: Pick<Uploads, 'receive' | 'inspect'>
  now: () => Instant
  log: Log
}>

const viewThread = async (
  handler: Pick<CommandHandler, 'view'>,
  threadId: string,
): Promise<KnownThread | undefined> => {
  const { state } = await handler.view(threadFold, threadId, 0)
  return state.status === 'none' ? undefined : state
}

/** What was sent by email before this message. */
const listEarlier = ({ messages, deliveries }: KnownThread, messageId: string): readonly string[] => {
  const ids = messages.map((message) => message.messageId)
  return ids.slice(0, ids.indexOf(messageId)).filter((id) => {
    const delivery = deliveries[id]
    return delivery?.channel === 'email' && delivery.startedAt !== null
  })
}

/** Never the title that hosts use among themselves. */
const readPublicTitle = ({ sections, place }: Pick<Listing, 'sections' | 'place'>): string => {
  const title = sections.description?.values['title']
  return typeof title === 'string' && title !== '' ? title : place
}

/** Email to the guests of direct bookings (docs/domain/thread.md#email). */
export const openGuestMail = (options: GuestMailOptions) => {
  const { handler, storage, findStays, sendMail, domain, key } = options
  const addresses = createMailAddresses({ domain, key })
  const readState: ReadState = async (of, id) => (await handler.view(of, id, 0)).state

  const readConversation = async ({
    threadId,
    messageId,
  }: OutgoingMessage): Promise<Conversation | undefined> => {
    const thread = await viewThread(handler, threadId)
    if (thread === undefined) return undefined
    const stay = findMailedStay(await readStays(thread, thread.hostAccountId, { readState, findStays }))
    const listing = await readState(listingFold, thread.listingId)
    if (stay === undefined || stay.guestEmail === null || listing.status === 'none') return undefined
    return {
      guest: { name: stay.guestName, email: stay.guestEmail },
      listingTitle: readPublicTitle(listing),
      bookingCode: stay.code,
      earlier: listEarlier(thread, messageId),
    }
  }

  return {
    receive: createMailReceiver({ ...options, addresses }),
    channel: createEmailChannel({
      sendMail,
      addresses,
      readConversation,
      readFile: async ({ threadId }, fileId) => {
        const thread = await viewThread(handler, threadId)
        return thread && storage.get(fileKey(thread.hostAccountId, fileId, 'full'))
      },
    }),
  }
}
export type GuestMail = ReturnType<typeof openGuestMail>
