import { deriveThreadId } from '@hearth/contracts/thread'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { threadFold } from '../thread/thread.state.ts'

/**
 * The threads of a guest with these listings. Their ids follow from both, so none is missed that a read model
 * does not have yet.
 */
export const findGuestThreads = async (
  handler: Pick<CommandHandler, 'view'>,
  listingIds: readonly string[],
  guestRefs: readonly string[],
): Promise<readonly string[]> => {
  const threadIds: string[] = []
  for (const listingId of listingIds)
    for (const guestRef of guestRefs) {
      const threadId = deriveThreadId(listingId, guestRef)
      const { state } = await handler.view(threadFold, threadId, 0)
      if (state.status !== 'none') threadIds.push(threadId)
    }
  return threadIds
}
