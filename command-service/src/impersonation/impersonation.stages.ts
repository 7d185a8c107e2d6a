import type { ImpersonationCommand } from '@hearth/contracts/impersonation'
import type { Stages } from '../runtime/pipeline.ts'

export type ImpersonationStagePorts = Readonly<{ closeSession: (impersonationId: string) => Promise<void> }>

/** However an impersonation ends, its session is closed before the answer. */
export const createImpersonationStages =
  ({ closeSession }: ImpersonationStagePorts) =>
  (): Stages<ImpersonationCommand> => ({
    after: async (done) => {
      if (done.events.includes('ImpersonationEnded')) await closeSession(done.id)
      return done
    },
  })
