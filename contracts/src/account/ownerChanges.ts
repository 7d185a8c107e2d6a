import { z } from 'zod'
import { zHostRole } from '../kernel/access.ts'
import { zInstant } from '../kernel/dates.ts'
import { zEmail } from '../kernel/email.ts'
import { zId } from '../kernel/ids.ts'
import { zText } from '../kernel/text.ts'
import { zLogin } from '../login/requests.ts'

/** Staff change who owns an account this long after a second admin approved it. */
export const OWNER_CHANGE_DELAY_HOURS = 72
/** A proposal that no second admin approves within this time is void. */
export const OWNER_CHANGE_OPEN_DAYS = 7
/** A person who was an owner within this time is notified of the change, and can stop it. */
export const FORMER_OWNER_DAYS = 30

export const OWNER_CHANGE_KINDS = ['invite', 'promote', 'demote', 'remove'] as const
export const zOwnerChangeKind = z.enum(OWNER_CHANGE_KINDS)
export type OwnerChangeKind = z.infer<typeof zOwnerChangeKind>

/** What staff propose: to give the role of owner, or to take it. */
export const zOwnerChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('invite'), email: zEmail }),
  z.strictObject({ kind: z.literal('promote'), memberId: zId }),
  z.strictObject({ kind: z.literal('demote'), memberId: zId, role: zHostRole.exclude(['owner']) }),
  z.strictObject({ kind: z.literal('remove'), memberId: zId }),
])

const of = { hostAccountId: z.string(), changeId: z.string() }
const change = z.strictObject({ changeId: zId })
const on = (verb: string) => ({ collection: 'accounts', verb })

/** How staff give or take the role of owner (docs/domain/account.md#owners). */
export const ownerChangeEvents = {
  OwnerChangeProposed: {
    version: 1,
    schema: z.strictObject({
      ...of,
      kind: zOwnerChangeKind,
      /** Whom it is about; the invitation that follows has this id. */
      memberId: z.string(),
      email: z.string().nullable(),
      /** Null: the person leaves the account. */
      role: zHostRole.nullable(),
      reasonText: z.string(),
      proposedBy: z.string(),
      expiresAt: zInstant,
    }),
    personal: { email: 'memberId', reasonText: 'proposedBy' },
  },
  OwnerChangeApproved: {
    version: 1,
    schema: z.strictObject({
      ...of,
      approvedBy: z.string(),
      effectiveAt: zInstant,
      /** The members who are notified and can stop it: owners now, or shortly before. */
      ownerIds: z.array(z.string()),
    }),
  },
  OwnerChangeDeclined: { version: 1, schema: z.strictObject({ ...of, declinedBy: z.string() }) },
  OwnerChangeStopped: { version: 1, schema: z.strictObject({ ...of, memberId: z.string() }) },
  OwnerChangeCompleted: { version: 1, schema: z.strictObject(of) },
  /** Its time came, but the team had changed so that it no longer applies. */
  OwnerChangeLapsed: { version: 1, schema: z.strictObject(of) },
}

export const ownerChangeCommands = {
  ProposeOwnerChange: {
    schema: z.strictObject({ change: zOwnerChange, reasonText: zText(20, 500) }),
    route: on('propose-owner-change'),
    capability: 'team.propose-owner',
    ifMatch: 'optional',
  },
  ApproveOwnerChange: {
    schema: change,
    route: on('approve-owner-change'),
    capability: 'team.approve-owner',
    ifMatch: 'optional',
  },
  /** By staff: the proposal is refused, or withdrawn. */
  DeclineOwnerChange: {
    schema: change,
    route: on('decline-owner-change'),
    capability: 'team.approve-owner',
    ifMatch: 'optional',
  },
  /** By an owner, until it takes effect. */
  StopOwnerChange: {
    schema: change,
    route: on('stop-owner-change'),
    capability: 'account.stop-owner-change',
    ifMatch: 'optional',
  },
  CompleteOwnerChange: { schema: change, capability: 'account.transfer', ifMatch: 'optional' },
} as const

/**
 * `POST /api/owner-changes/stop`, from the link in the notice: also for a person who is no longer a member of
 * the account, by `login` where there is no session. UNAUTHENTICATED, TOTP_REQUIRED; NOT_FOUND for a person
 * who can't stop it.
 */
export const zStopOwnerChange = z.strictObject({
  hostAccountId: zId,
  changeId: zId,
  login: zLogin.optional(),
})
export const zOwnerChangeStopped = z.strictObject({ accountName: z.string() })
