import type { ImpersonationCommand } from '@hearth/contracts/impersonation'
import { addMinutes } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import { describe, test } from 'vitest'
import { ADMIN, given, NOW, SCHEDULER } from '../testing/given.ts'
import { impersonation } from './impersonation.decider.ts'

const SAM = { id: 'sam', kind: 'staff', role: 'support', name: 'Sam Ortega' } as const
const FEMI = { id: 'femi', kind: 'staff', role: 'finance', name: 'Femi' } as const
const account = 'f99830bc-b32e-578d-b665-dfe370189583'
const facts = { accountExists: true, members: [{ userId: 'owner', isStaff: false }] }
const id = 'i'
const bySam = { id, actor: SAM, facts }
const byAdmin = { id, actor: ADMIN, facts }
const byClock = { id, actor: SCHEDULER, facts }
type Request = OfType<ImpersonationCommand, 'RequestImpersonation'>['data']
const actAs: Request = {
  targetAccountId: account,
  mode: 'act_as',
  scopes: ['bookings'],
  reason: 'support_ticket',
  reasonText: 'The host cannot block nights in June.',
  ticketRef: 'HT-1',
}
const viewOnly: Request = { ...actAs, mode: 'read_only' }
const forFraud: Request = { ...viewOnly, reason: 'fraud_review' }
const request = (data = actAs) => ({ type: 'RequestImpersonation', data }) as const
const requested = (data = actAs) =>
  ({
    type: 'ImpersonationRequested',
    data: { impersonationId: id, ...data, staffUserId: 'sam', staffName: 'Sam Ortega' },
  }) as const
const approved = {
  type: 'ImpersonationApproved',
  data: { impersonationId: id, approvedBy: 'admin', how: 'staff' },
} as const
const started = (minutes: number) =>
  ({
    type: 'ImpersonationStarted',
    data: { impersonationId: id, expiresAt: addMinutes(NOW, minutes) },
  }) as const
const ended = {
  type: 'ImpersonationEnded',
  data: { impersonationId: id, why: 'stopped', endedBy: 'sam' },
} as const
const approve = { type: 'ApproveImpersonation', data: {} } as const
const start = { type: 'StartImpersonation', data: {} } as const
const extend = { type: 'ExtendImpersonation', data: {} } as const
const later = (minutes: number) => ({ now: addMinutes(NOW, minutes), recordedAt: addMinutes(NOW, minutes) })

describe('a request', () => {
  test('names the member of staff, the account and the reason', () =>
    given(impersonation).when(request(), bySam).thenEvents(requested()))
  test('the account must exist', () =>
    given(impersonation)
      .when(request(), { ...bySam, facts: { accountExists: false, members: [] } })
      .thenRefused('NOT_FOUND'))
  test('finance can view but not act', () => {
    given(impersonation)
      .when(request(), { ...bySam, actor: FEMI })
      .thenRefused('FORBIDDEN', { capability: 'impersonation.act' })
    given(impersonation)
      .when(request(viewOnly), { ...bySam, actor: FEMI })
      .thenEvents({ type: 'ImpersonationRequested', data: { staffUserId: 'femi' } })
  })
  test('staff can’t impersonate themselves', () =>
    given(impersonation)
      .when(request(viewOnly), {
        ...bySam,
        facts: { accountExists: true, members: [{ userId: 'sam', isStaff: true }] },
      })
      .thenRefused('POLICY_VIOLATION', { rule: 'own_account' }))
  test('staff can’t be impersonated', () =>
    given(impersonation)
      .when(request(viewOnly), {
        ...bySam,
        facts: { accountExists: true, members: [{ userId: 'joan', isStaff: true }] },
      })
      .thenRefused('POLICY_VIOLATION', { rule: 'staff_account' }))
  test('once', () => given(impersonation, requested()).when(request(), bySam).thenRefused('DUPLICATE'))
})

describe('approving', () => {
  test('by a second person', () =>
    given(impersonation, requested()).when(approve, byAdmin).thenEvents(approved))
  test('not by the same person', () =>
    given(impersonation, requested()).when(approve, bySam).thenRefused('FOUR_EYES_SAME_ACTOR'))
  test('by the host’s code, given to the requester', () => {
    const byCode = { type: 'ApproveImpersonationByCode', data: { approvedBy: 'owner' } } as const
    given(impersonation, requested())
      .when(byCode, bySam)
      .thenEvents({ type: 'ImpersonationApproved', data: { approvedBy: 'owner', how: 'host_code' } })
    given(impersonation, requested()).when(byCode, byAdmin).thenRefused('FORBIDDEN')
  })
  test('viewing needs no approval', () =>
    given(impersonation, requested(viewOnly)).when(approve, byAdmin).thenRefused('INVALID_TRANSITION'))
  test('once', () =>
    given(impersonation, requested(), approved).when(approve, byAdmin).thenRefused('ALREADY_DECIDED'))
  test('is refused without a request', () =>
    given(impersonation).when(approve, byAdmin).thenRefused('NOT_FOUND'))
  test('not a day later', () =>
    given(impersonation, requested())
      .when(approve, { ...byAdmin, ...later(24 * 60 + 1) })
      .thenRefused('WINDOW_CLOSED'))
  test('can be denied, also after the approval', () => {
    const deny = { type: 'DenyImpersonation', data: { reasonText: 'Looking is enough.' } } as const
    given(impersonation, requested())
      .when(deny, byAdmin)
      .thenEvents({ type: 'ImpersonationDenied', data: { deniedBy: 'admin' } })
    given(impersonation, requested(), approved)
      .when(deny, byAdmin)
      .thenEvents({ type: 'ImpersonationDenied' })
    given(impersonation, requested(), approved, started(20))
      .when(deny, byAdmin)
      .thenRefused('ALREADY_DECIDED')
  })
})

describe('a session', () => {
  test('acting lasts 20 minutes', () =>
    given(impersonation, requested(), approved).when(start, bySam).thenEvents(started(20)))
  test('viewing lasts 30 minutes and needs no approval', () =>
    given(impersonation, requested(viewOnly)).when(start, bySam).thenEvents(started(30)))
  test('acting needs the approval', () =>
    given(impersonation, requested()).when(start, bySam).thenRefused('PRECONDITION_FAILED'))
  test('only for the requester; others get NOT_FOUND', () =>
    given(impersonation, requested(viewOnly)).when(start, byAdmin).thenRefused('NOT_FOUND'))
  test('once', () =>
    given(impersonation, requested(viewOnly), started(30))
      .when(start, bySam)
      .thenRefused('INVALID_TRANSITION'))
  test('not a day later', () =>
    given(impersonation, requested(viewOnly))
      .when(start, { ...bySam, ...later(24 * 60 + 1) })
      .thenRefused('WINDOW_CLOSED'))
  test('viewing is extended once, to 60 minutes in total', () => {
    const extended = {
      type: 'ImpersonationExtended',
      data: { impersonationId: id, expiresAt: addMinutes(NOW, 59) },
    } as const
    given(impersonation, requested(viewOnly), started(30))
      .when(extend, { ...bySam, ...later(29) })
      .thenEvents(extended)
    given(impersonation, requested(viewOnly), started(30), extended)
      .when(extend, { ...bySam, ...later(40) })
      .thenRefused('LIMIT_EXCEEDED')
  })
  test('acting is not extended', () =>
    given(impersonation, requested(), approved, started(20))
      .when(extend, bySam)
      .thenRefused('LIMIT_EXCEEDED'))
  test('an expired session is not extended', () =>
    given(impersonation, requested(viewOnly), started(30))
      .when(extend, { ...bySam, ...later(30) })
      .thenRefused('INVALID_TRANSITION'))
})

describe('ending', () => {
  const end = { type: 'EndImpersonation', data: { why: 'stopped' } } as const
  const expire = (minutes: number) =>
    ({ type: 'ExpireImpersonation', data: { expiresAt: addMinutes(NOW, minutes) } }) as const
  test('by the member of staff', () =>
    given(impersonation, requested(viewOnly), started(30)).when(end, bySam).thenEvents(ended))
  test('once', () =>
    given(impersonation, requested(viewOnly), started(30), ended)
      .when(end, bySam)
      .thenRefused('INVALID_TRANSITION'))
  test('by another member of staff', () =>
    given(impersonation, requested(viewOnly), started(30))
      .when({ type: 'RevokeImpersonation', data: {} }, byAdmin)
      .thenEvents({ type: 'ImpersonationEnded', data: { why: 'revoked', endedBy: 'admin' } }))
  test('by the timer', () =>
    given(impersonation, requested(viewOnly), started(30))
      .when(expire(30), byClock)
      .thenEvents({ type: 'ImpersonationEnded', data: { why: 'expired' } }))
  test('not by a timer that was set before the extension', () =>
    given(impersonation, requested(viewOnly), started(30), {
      type: 'ImpersonationExtended',
      data: { impersonationId: id, expiresAt: addMinutes(NOW, 59) },
    })
      .when(expire(30), byClock)
      .thenNothing())
})

describe('the notice to the host', () => {
  const delay = {
    type: 'DelayHostNotice',
    data: { days: 14, reasonText: 'The police asked us to wait for two weeks.' },
  } as const
  const notify = { type: 'NotifyHostOfImpersonation', data: {} } as const
  test('is delayed only for a fraud review or a legal matter', () => {
    given(impersonation, requested(viewOnly))
      .when(delay, byAdmin)
      .thenRefused('POLICY_VIOLATION', { rule: 'notice_at_end' })
    given(impersonation, requested(forFraud), started(30))
      .when(delay, byAdmin)
      .thenEvents({ type: 'HostNoticeDelayed', data: { days: 14, delayedBy: 'admin' } })
  })
  test('is delayed only by another person than the one who impersonates', () => {
    const byAdminAlone = {
      ...requested(forFraud),
      data: { ...requested(forFraud).data, staffUserId: 'admin' },
    }
    given(impersonation, byAdminAlone, started(30)).when(delay, byAdmin).thenRefused('FOUR_EYES_SAME_ACTOR')
    given(impersonation, byAdminAlone).when(delay, byAdmin).thenRefused('FOUR_EYES_SAME_ACTOR')
    given(impersonation, byAdminAlone, started(30))
      .when(delay, { ...byAdmin, actor: { ...ADMIN, id: 'admin-2' } })
      .thenEvents({ type: 'HostNoticeDelayed', data: { delayedBy: 'admin-2' } })
  })
  test('can’t be withdrawn', () =>
    given(impersonation, requested(forFraud), started(30), ended)
      .when(delay, byAdmin)
      .thenRefused('INVALID_TRANSITION'))
  test('is recorded once, with its delay', () => {
    const delayed = {
      type: 'HostNoticeDelayed',
      data: { impersonationId: id, days: 14, delayedBy: 'admin', reasonText: delay.data.reasonText },
    } as const
    const notified = {
      type: 'HostNotifiedOfImpersonation',
      data: { impersonationId: id, delayed: true },
    } as const
    given(impersonation, requested(forFraud), delayed, started(30), ended)
      .when(notify, byClock)
      .thenEvents(notified)
    given(impersonation, requested(forFraud), delayed, started(30), ended, notified)
      .when(notify, byClock)
      .thenNothing()
  })
})
