import {
  mergeChoices,
  type AccountEvent,
  type NotificationChoice,
  type SubjectKind,
} from '@hearth/contracts/account'
import type { HostRole } from '@hearth/contracts/kernel/access'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { ERASED } from '@hearth/contracts/kernel/erased'
import type { OfType } from '@hearth/contracts/kernel/message'
import type { Fold } from '../runtime/decider.ts'

type Data<T extends AccountEvent['type']> = OfType<AccountEvent, T>['data']

/** A person who is invited to the account, or is or was a member. */
export type Member = Readonly<{
  memberId: string
  /** Null until the invitation is accepted. */
  userId: string | null
  status: 'invited' | 'active' | 'gone'
  role: HostRole
  listingIds: readonly string[] | null
  email: string
  expiresAt: Instant | null
  /** Null for those who were imported. */
  invitedAt: Instant | null
  /** When they were last an owner before they lost the role; null for those who never lost it. */
  ownedUntil: Instant | null
  choices: readonly NotificationChoice[]
  quietHours: Data<'NotificationsChosen'>['quietHours']
}>

type Transfer = Data<'OwnershipTransferRequested'> & Readonly<{ effectiveAt: Instant | null }>
/** A change of owners by staff. `approved` is null until a second admin approved it. */
export type OwnerChange = Omit<Data<'OwnerChangeProposed'>, 'hostAccountId'> &
  Readonly<{
    state: 'proposed' | 'approved' | 'declined' | 'stopped' | 'completed' | 'lapsed'
    approved: Pick<Data<'OwnerChangeApproved'>, 'effectiveAt' | 'ownerIds'> | null
  }>
type Erasure = Readonly<{ kind: SubjectKind; subjectId: string; subjects: readonly string[]; done: boolean }>

export type Account = Readonly<{
  status: 'open' | 'closed'
  openedAt: Instant
  profile: Readonly<Record<string, unknown>>
  legal: Readonly<Record<string, unknown>>
  members: Readonly<Record<string, Member>>
  requests: Readonly<Record<string, Readonly<{ memberId: string; capability: string; open: boolean }>>>
  transfer: Transfer | null
  ownerChanges: Readonly<Record<string, OwnerChange>>
  exports: Readonly<Record<string, 'preparing' | 'ready' | 'withdrawn'>>
  erasures: Readonly<Record<string, Erasure>>
}>
export type AccountState = Readonly<{ status: 'none' }> | Account

const change = (state: AccountState, part: (account: Account) => Partial<Account>): AccountState =>
  state.status === 'none' ? state : { ...state, ...part(state) }
const changeMember = (
  state: AccountState,
  memberId: string,
  part: (member: Member) => Partial<Member>,
): AccountState =>
  change(state, ({ members }) => {
    const member = members[memberId]
    return member === undefined ? {} : { members: { ...members, [memberId]: { ...member, ...part(member) } } }
  })
const settle = (state: AccountState, requestId: string): AccountState =>
  change(state, ({ requests }) => {
    const request = requests[requestId]
    return request === undefined
      ? {}
      : { requests: { ...requests, [requestId]: { ...request, open: false } } }
  })
const changeOwners =
  (part: Partial<OwnerChange>) =>
  (state: AccountState, { changeId }: Readonly<{ changeId: string }>): AccountState =>
    change(state, ({ ownerChanges }) => {
      const known = ownerChanges[changeId]
      return known === undefined
        ? {}
        : { ownerChanges: { ...ownerChanges, [changeId]: { ...known, ...part } } }
    })
const NEW_MEMBER = { choices: [], quietHours: null, ownedUntil: null } as const

/** The account after each event. */
const evolve: Fold<AccountState, AccountEvent>['evolve'] = {
  AccountOpened: (_state, { hostAccountId: _account, kind, country, ...profile }, openedAt) => ({
    status: 'open',
    openedAt,
    profile: { ...profile, contactEmail: null, contactPhone: null },
    legal: { kind, country },
    members: {},
    requests: {},
    transfer: null,
    ownerChanges: {},
    exports: {},
    erasures: {},
  }),
  AccountRenamed: (state, { displayName }) =>
    change(state, ({ profile }) => ({ profile: { ...profile, displayName } })),
  AccountProfileChanged: (state, { hostAccountId: _account, ...profile }) =>
    change(state, () => ({ profile })),
  LegalIdentityChanged: (state, { hostAccountId: _account, ...legal }) => change(state, () => ({ legal })),
  MemberInvited: (state, { memberId, email, role, listingIds, expiresAt }, invitedAt) =>
    change(state, ({ members }) => ({
      members: {
        ...members,
        [memberId]: {
          ...NEW_MEMBER,
          memberId,
          userId: null,
          status: 'invited',
          email,
          role,
          listingIds,
          expiresAt,
          invitedAt,
        },
      },
    })),
  InvitationWithdrawn: (state, { memberId }) => changeMember(state, memberId, () => ({ status: 'gone' })),
  MemberJoined: (state, { memberId, userId, email, role, listingIds }) =>
    change(state, ({ members }) => ({
      members: {
        ...members,
        [memberId]: {
          ...NEW_MEMBER,
          memberId,
          userId,
          status: 'active',
          email,
          role,
          listingIds,
          expiresAt: null,
          invitedAt: members[memberId]?.invitedAt ?? null,
        },
      },
    })),
  MemberChanged: (state, { memberId, role, listingIds, before }, at) =>
    changeMember(state, memberId, ({ ownedUntil }) => ({
      role,
      listingIds,
      ownedUntil: before.role === 'owner' && role !== 'owner' ? at : ownedUntil,
    })),
  MemberRemoved: (state, { memberId }, at) =>
    changeMember(state, memberId, ({ role, ownedUntil }) => ({
      status: 'gone',
      ownedUntil: role === 'owner' ? at : ownedUntil,
    })),
  NotificationsChosen: (state, { memberId, choices, quietHours }) =>
    changeMember(state, memberId, (member) => ({
      choices: mergeChoices(member.choices, choices),
      quietHours,
    })),
  // Only the person’s own list of notices needs it.
  NoticesRead: (state) => state,
  PermissionRequested: (state, { requestId, memberId, capability }) =>
    change(state, ({ requests }) => ({
      requests: { ...requests, [requestId]: { memberId, capability, open: true } },
    })),
  PermissionRequestAccepted: (state, { requestId }) => settle(state, requestId),
  PermissionRequestDeclined: (state, { requestId }) => settle(state, requestId),
  OwnershipTransferRequested: (state, transfer) =>
    change(state, () => ({ transfer: { ...transfer, effectiveAt: null } })),
  OwnershipTransferConfirmed: (state, { effectiveAt }) =>
    change(state, ({ transfer }) => ({ transfer: transfer && { ...transfer, effectiveAt } })),
  OwnershipTransferCancelled: (state) => change(state, () => ({ transfer: null })),
  OwnershipTransferred: (state, { fromMemberId, toMemberId }, at) => {
    const given = changeMember(
      changeMember(state, fromMemberId, () => ({ role: 'cohost_full', listingIds: null, ownedUntil: at })),
      toMemberId,
      () => ({ role: 'owner', listingIds: null }),
    )
    return change(given, () => ({ transfer: null }))
  },
  OwnerChangeProposed: (state, { hostAccountId: _account, ...proposed }) =>
    change(state, ({ ownerChanges }) => ({
      ownerChanges: {
        ...ownerChanges,
        [proposed.changeId]: { ...proposed, state: 'proposed', approved: null },
      },
    })),
  OwnerChangeApproved: (state, { changeId, effectiveAt, ownerIds }) =>
    changeOwners({ state: 'approved', approved: { effectiveAt, ownerIds } })(state, { changeId }),
  OwnerChangeDeclined: changeOwners({ state: 'declined' }),
  OwnerChangeStopped: changeOwners({ state: 'stopped' }),
  OwnerChangeCompleted: changeOwners({ state: 'completed' }),
  OwnerChangeLapsed: changeOwners({ state: 'lapsed' }),
  AccountClosed: (state) => change(state, () => ({ status: 'closed', transfer: null })),
  DataExportRequested: (state, { exportId }) =>
    change(state, ({ exports }) => ({ exports: { ...exports, [exportId]: 'preparing' } })),
  DataExportReady: (state, { exportId }) =>
    change(state, ({ exports }) => ({ exports: { ...exports, [exportId]: 'ready' } })),
  ErasureRequested: (state, { erasureId, kind, subjectId, subjects }) =>
    change(state, ({ erasures }) => ({
      erasures: { ...erasures, [erasureId]: { kind, subjectId, subjects, done: false } },
    })),
  AccountTextsErased: (state) => state,
  SubjectErased: (state, { erasureId, kind, subjectId, subjects, records }) =>
    change(state, ({ erasures, exports, members }) => ({
      erasures: { ...erasures, [erasureId]: { kind, subjectId, subjects, done: true } },
      exports: Object.fromEntries(
        Object.entries(exports).map(([id, status]) => [id, records.includes(id) ? 'withdrawn' : status]),
      ),
      members: Object.fromEntries(
        Object.entries(members).map(([id, member]) => [
          id,
          records.includes(id) ? { ...member, email: ERASED } : member,
        ]),
      ),
    })),
}

/** The user's active membership; undefined for other people. */
export const memberOfUser = ({ members }: Account, userId: string): Member | undefined =>
  Object.values(members).find((member) => member.status === 'active' && member.userId === userId)

/** The active members of the account. */
export const activeMembers = (state: AccountState): readonly Member[] =>
  state.status === 'none' ? [] : Object.values(state.members).filter(({ status }) => status === 'active')

/** Whether the person's erasure was requested, done or not. */
export const isBeingErased = ({ erasures }: Account, { memberId }: Member): boolean =>
  Object.values(erasures).some(({ subjects }) => subjects.includes(memberId))

/** The owners who can be mailed: those without an erasure. */
export const ownersToTell = (state: AccountState): readonly Member[] =>
  state.status === 'none'
    ? []
    : activeMembers(state).filter((member) => member.role === 'owner' && !isBeingErased(state, member))

/** The time zone of an account's days; UTC where there is no account. */
export const readTimezone = (state: AccountState): string =>
  state.status === 'none' ? 'UTC' : String(state.profile['timezone'])

/** Where the account's owner lives or its company is; null where that is unknown. */
export const readCountry = (state: AccountState): string | null => {
  const country = state.status === 'none' ? null : state.legal['country']
  return typeof country === 'string' ? country : null
}

export const accountFold: Fold<AccountState, AccountEvent> = {
  category: 'hostAccount',
  initial: { status: 'none' },
  evolve,
}
