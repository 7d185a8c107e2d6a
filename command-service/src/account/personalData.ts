import type { AccountCommand, AccountEvent, SubjectKind } from '@hearth/contracts/account'
import type { OfType } from '@hearth/contracts/kernel/message'
import { accept, reject, type Rejected } from '../runtime/decider.ts'
import { unmet, wrongField } from '../runtime/refusals.ts'
import type { Account, AccountState } from './account.state.ts'
import { noAccount, noMember, type AccountContext } from './rules.ts'

type Data<T extends AccountCommand['type']> = OfType<AccountCommand, T>['data']
type About = Readonly<{ kind: SubjectKind; subjectId: string }>

/** For commands that a closed account accepts, too: its members keep the right to their data. */
const inAny =
  <D>(
    decide: (
      data: D,
      account: Account,
      ctx: AccountContext,
    ) => ReturnType<typeof accept<AccountEvent>> | Rejected,
  ) =>
  (data: D, state: AccountState, ctx: AccountContext) =>
    state.status === 'none' ? noAccount : decide(data, state, ctx)

/** The memberships of one person. */
const samePerson = ({ members }: Account, memberId: string) => {
  const userId = members[memberId]?.userId ?? null
  return Object.values(members).filter(
    (member) => member.memberId === memberId || (userId !== null && member.userId === userId),
  )
}

/** Whether staff proposed to invite the person as an owner, and it came to nothing. */
const wasNeverInvited = ({ ownerChanges }: Account, memberId: string) =>
  Object.values(ownerChanges).some(
    (change) => change.memberId === memberId && ['declined', 'stopped', 'lapsed'].includes(change.state),
  )

/** The ids of the person's keys, or why the person can't be erased. */
const findSubjects = (
  account: Account,
  { kind, subjectId }: About,
  hostAccountId: string,
): readonly string[] | Rejected => {
  if (kind === 'account') {
    if (subjectId !== hostAccountId) return wrongField('/subjectId', 'Send the ID of this account.')
    return account.status === 'closed'
      ? [subjectId]
      : unmet(
          'ACCOUNT_OPEN',
          'You can erase the account’s own data only after closing the account.',
          '/account',
        )
  }
  if (kind === 'member') {
    // The id comes from outside, so it can be the name of a built-in property.
    if (!Object.hasOwn(account.members, subjectId))
      return wasNeverInvited(account, subjectId) ? [subjectId] : noMember
    const rows = samePerson(account, subjectId)
    if (rows.some(({ status }) => status !== 'gone'))
      return unmet(
        'STILL_MEMBER',
        'This person is still a member or invited. Remove them or withdraw the invitation first.',
        '/account',
      )
    return [
      ...new Set(rows.flatMap((row) => (row.userId === null ? [row.memberId] : [row.userId, row.memberId]))),
    ]
  }
  // A guest's reference comes from outside: it must not reach another person's key.
  const taken = Object.values(account.members).some(
    ({ memberId, userId }) => memberId === subjectId || userId === subjectId,
  )
  return taken || subjectId === hostAccountId
    ? wrongField('/subjectId', 'There’s no guest with this reference.')
    : [subjectId]
}

/** The streams of the account that contain data of these people, and every export. */
const findRecords = (
  { members, requests, ownerChanges, exports }: Account,
  subjects: readonly string[],
): string[] => {
  const rows = Object.values(members)
    .filter(
      ({ memberId, userId }) => subjects.includes(memberId) || (userId !== null && subjects.includes(userId)),
    )
    .map(({ memberId }) => memberId)
  const asked = Object.entries(requests).flatMap(([id, { memberId }]) =>
    rows.includes(memberId) ? [id] : [],
  )
  const invited = Object.values(ownerChanges).flatMap(({ changeId, memberId }) =>
    rows.includes(memberId) || subjects.includes(memberId) ? [changeId] : [],
  )
  const copies = Object.entries(exports).flatMap(([id, status]) => (status === 'withdrawn' ? [] : [id]))
  return [...rows, ...asked, ...invited, ...copies]
}

/**
 * Exports of the account's data, and erasure (docs/domain/account.md#data-export,
 * docs/domain/account.md#erasure).
 */
export const decidePersonalData = {
  RequestDataExport: inAny((_data: Data<'RequestDataExport'>, { exports }, ctx) =>
    Object.values(exports).includes('preparing')
      ? reject('INVALID_TRANSITION', 'An export is already being prepared. Wait until it’s ready.')
      : accept([
          {
            type: 'DataExportRequested',
            data: { hostAccountId: ctx.id, exportId: ctx.idFor('export'), userId: ctx.actor.id },
          },
        ]),
  ),
  RecordDataExport: inAny((data: Data<'RecordDataExport'>, { exports }, ctx) => {
    const status = exports[data.exportId]
    if (status === undefined) return reject('NOT_FOUND', 'This export doesn’t exist.')
    if (status === 'withdrawn')
      return reject(
        'INVALID_TRANSITION',
        'This export is no longer available because a person’s data was erased. Prepare a new one.',
      )
    return accept(
      status === 'ready' ? [] : [{ type: 'DataExportReady', data: { hostAccountId: ctx.id, ...data } }],
    )
  }),
  EraseSubject: inAny((about: Data<'EraseSubject'>, account, ctx) => {
    const subjects = findSubjects(account, about, ctx.id)
    if ('ok' in subjects) return subjects
    if (ctx.facts.standingBookings > 0)
      return unmet(
        'GUEST_EXPECTED',
        'This guest has a current or upcoming stay. Wait until it ends, or cancel it first.',
        '/bookings',
      )
    const running = Object.values(account.erasures).some(
      ({ done, kind, subjectId }) => !done && kind === about.kind && subjectId === about.subjectId,
    )
    if (running) return accept([])
    const erasureId = ctx.idFor('erasure')
    return accept([
      {
        type: 'ErasureRequested',
        data: {
          hostAccountId: ctx.id,
          erasureId,
          ...about,
          subjects: [...subjects],
          records: findRecords(account, subjects),
        },
      },
    ])
  }),
  EraseAccountTexts: inAny(({ erasureId, table, ids }: Data<'EraseAccountTexts'>, account, ctx) =>
    account.erasures[erasureId] === undefined
      ? reject('NOT_FOUND', 'This erasure doesn’t exist.')
      : accept([{ type: 'AccountTextsErased', data: { hostAccountId: ctx.id, erasureId, table, ids } }]),
  ),
  RecordErasure: inAny(({ erasureId, streams, keyDestroyedAt }: Data<'RecordErasure'>, account, ctx) => {
    const erasure = account.erasures[erasureId]
    if (erasure === undefined) return reject('NOT_FOUND', 'This erasure doesn’t exist.')
    if (erasure.done) return accept([])
    const { kind, subjectId, subjects } = erasure
    const data = {
      hostAccountId: ctx.id,
      erasureId,
      kind,
      subjectId,
      subjects: [...subjects],
      records: findRecords(account, subjects),
      streams,
      keyDestroyedAt,
    }
    return accept([{ type: 'SubjectErased', data }])
  }),
}
