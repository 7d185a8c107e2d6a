import { FORMER_OWNER_DAYS } from '@hearth/contracts/account'
import type { HostRole } from '@hearth/contracts/kernel/access'
import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import type { Actor } from '@hearth/contracts/kernel/message'
import { reject, type Rejected } from '../runtime/decider.ts'
import type { Account, Member } from './account.state.ts'

/**
 * Staff change owners only with a second admin, after a notice to the owners (docs/domain/account.md#owners).
 */
export const ownersAreProposed = reject(
  'POLICY_VIOLATION',
  'Hearth can’t change owners directly. Propose the change under “Owner changes”: ' +
    'a second admin approves it, and the owners have 72 hours to stop it.',
  { rule: 'owner_change' },
)

/**
 * Why staff can’t change a person from one role to another; null is the role of a person outside the team.
 */
export const refuseStaffOnOwners = (
  { kind }: Actor,
  before: HostRole | null,
  after: HostRole | null,
): Rejected | undefined =>
  kind === 'staff' && (before === 'owner') !== (after === 'owner') ? ownersAreProposed : undefined

/** Whether staff may invite the first owner: no person has joined yet, so no person loses anything. */
export const isUnowned = ({ members }: Account, now: Instant): boolean =>
  Object.values(members).every(
    ({ userId, status, role, expiresAt }) =>
      userId === null && !(status === 'invited' && role === 'owner' && expiresAt !== null && now < expiresAt),
  )

/** The owners, and those who were owners until recently. */
export const recentOwners = ({ members }: Account, now: Instant): readonly Member[] =>
  Object.values(members).filter(
    ({ status, role, ownedUntil }) =>
      (status === 'active' && role === 'owner') ||
      (ownedUntil !== null && now <= addHours(ownedUntil, FORMER_OWNER_DAYS * 24)),
  )
