import type { CalendarCommand } from '../../calendar/messages.ts'
import { deriveStepId, type Id } from '../../kernel/ids.ts'
import { formatStream } from '../../kernel/message.ts'
import type { SystemCommand } from '../../kernel/process.ts'

/**
 * Frees the nights of a booking request. `cause` is the command that ended it: the request itself and the
 * process manager send the same command.
 */
export const releaseRequestHold = (
  cause: Id,
  { requestId, listingId }: Readonly<{ requestId: Id; listingId: Id }>,
  reason: 'declined' | 'expired' | 'cancelled',
): SystemCommand<CalendarCommand> => ({
  kind: 'command',
  commandId: deriveStepId(cause, formatStream('calendar', listingId), 'release-request'),
  type: 'ReleaseClaim',
  data: { listingId, claimId: requestId, reason, holdAs: null },
})
