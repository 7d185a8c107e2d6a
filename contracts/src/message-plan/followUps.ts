import { deriveId, type Id } from '../kernel/ids.ts'
import type { SystemCommand } from '../kernel/process.ts'
import type { ThreadCommand } from '../thread/messages.ts'

/** No message goes out later than this after check-out. */
export const LAST_HOURS = 72

type Sent = Readonly<{ bookingId: Id; listingId: Id; planId: Id; threadId: Id }>

/** Puts the message into its thread. The process manager and the command that sent it send the same command. */
export const deliverPlannedMessage = ({
  bookingId,
  listingId,
  planId,
  threadId,
}: Sent): SystemCommand<ThreadCommand> => ({
  kind: 'command',
  commandId: deriveId('deliver-planned-message', planId),
  type: 'DeliverPlannedMessage',
  id: threadId,
  data: { listingId, bookingId, planId },
})
