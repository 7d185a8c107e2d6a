import type { ThreadCommand } from '@hearth/contracts/thread'
import { idOfStream } from '@hearth/contracts/kernel/message'
import type { Stages } from '../runtime/pipeline.ts'

export type ThreadStagePorts = Readonly<{
  /** Removes the files that were uploaded for a conversation. */
  forgetFiles: (threadId: string) => Promise<void>
}>

/** The files of a conversation end with its guest's data (docs/domain/thread.md#personal-data). */
export const createThreadStages =
  ({ forgetFiles }: ThreadStagePorts) =>
  (): Stages<ThreadCommand> => ({
    after: async (done) => {
      if (done.events.includes('ThreadGuestErased')) await forgetFiles(idOfStream(done.stream))
      return done
    },
  })
