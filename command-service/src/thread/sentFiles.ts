import type { CommandHandler } from '../runtime/commandHandler.ts'
import { threadFold } from './thread.state.ts'

/** Whether a message of the conversation names the file, also one that was retracted; by the event store. */
export const createSentFileCheck =
  (handler: Pick<CommandHandler, 'view'>) =>
  async (threadId: string, fileId: string): Promise<boolean> => {
    const { state } = await handler.view(threadFold, threadId, 0)
    return state.status !== 'none' && state.fileIds.includes(fileId)
  }
