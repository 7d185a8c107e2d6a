import type { AccountCommand } from '@hearth/contracts/account'
import type { Log } from '@hearth/platform/telemetry/log'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { refuse, type Done, type Envelope } from '../runtime/outcome.ts'
import type { Around, Stages } from '../runtime/pipeline.ts'
import type { Memberships } from './memberships.ts'

export type AccountStagePorts = Readonly<{
  openMemberships: (handler: Pick<CommandHandler, 'view'>) => Memberships
  log: Log
}>

const CHANGES_MEMBERS: readonly string[] = [
  'MemberJoined',
  'MemberChanged',
  'MemberRemoved',
  'OwnershipTransferred',
]

/** Staff can't join an account, and sessions know the members before the answer goes out. */
export const createAccountStages =
  ({ openMemberships, log }: AccountStagePorts) =>
  (handler: CommandHandler): Stages<AccountCommand> => {
    const memberships = openMemberships(handler)

    const refuseStaff: Around<Readonly<{ userId: string }>> = async (envelope, next) =>
      (await memberships.isStaff(envelope.data.userId))
        ? refuse('FORBIDDEN', 'Hearth staff can’t be members of host accounts. Use another email address.')
        : next(envelope)

    const syncMembers = async (done: Done, { correlationId }: Envelope): Promise<Done> => {
      if (!done.events.some((type) => CHANGES_MEMBERS.includes(type))) return done
      await memberships.sync(done.id).catch((error: unknown) => {
        // The command itself is written.
        log.warn(
          { err: error, hostAccountId: done.id, correlationId },
          'account: its members are left to the process manager',
        )
      })
      return done
    }

    return { around: { AcceptInvitation: refuseStaff, ImportMember: refuseStaff }, after: syncMembers }
  }
