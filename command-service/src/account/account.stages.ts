import type { Log } from '@hearth/platform/telemetry/log'
import { refuse, type Envelope, type Outcome } from '../runtime/outcome.ts'
import { accountFold } from './account.state.ts'
import type { Memberships } from './memberships.ts'

type Handle = (envelope: Envelope) => Promise<Outcome>

const JOINING: readonly string[] = ['AcceptInvitation', 'ImportMember']
const CHANGES_MEMBERS: readonly string[] = [
  'MemberJoined',
  'MemberChanged',
  'MemberRemoved',
  'OwnershipTransferred',
]

const joiningUser = ({ type, data }: Envelope): string | undefined =>
  JOINING.includes(type) ? (data as Readonly<{ userId: string }>).userId : undefined

export type AccountFlowOptions = Readonly<{ handle: Handle; memberships: Memberships; log: Log }>

/**
 * Around every command: staff join no account, and who belongs to it is known to sessions before the answer
 * goes out.
 */
export const createAccountFlow =
  ({ handle, memberships, log }: AccountFlowOptions): Handle =>
  async (envelope) => {
    const userId = joiningUser(envelope)
    if (userId !== undefined && (await memberships.isStaff(userId)))
      return refuse('FORBIDDEN', 'Hearth staff can’t be members of host accounts. Use another email address.')
    const outcome = await handle(envelope)
    if (
      outcome.kind === 'rejected' ||
      !outcome.stream.startsWith(`${accountFold.category}-`) ||
      !outcome.events.some((type) => CHANGES_MEMBERS.includes(type))
    )
      return outcome
    await memberships.sync(outcome.id).catch((error: unknown) => {
      // The command itself is written.
      log.warn(
        { err: error, hostAccountId: outcome.id, correlationId: envelope.correlationId },
        'account: its members are left to the process manager',
      )
    })
    return outcome
  }
