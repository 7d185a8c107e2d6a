import type { ImpersonationEvent, ImpersonationReason } from '@hearth/contracts/impersonation'
import type { ImpersonationMode, ImpersonationScope } from '@hearth/contracts/kernel/access'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Fold } from '../runtime/decider.ts'

type Asked = Readonly<{
  staffUserId: string
  targetAccountId: string
  mode: ImpersonationMode
  scopes: readonly ImpersonationScope[]
  reason: ImpersonationReason
  requestedAt: Instant
  /** By how many days after its end the host is notified. */
  noticeDelayDays: number
  notified: boolean
}>
export type ImpersonationState =
  | Readonly<{ status: 'none' }>
  | (Asked & Readonly<{ status: 'requested' | 'approved' | 'denied' | 'ended' }>)
  | (Asked & Readonly<{ status: 'active'; startedAt: Instant; expiresAt: Instant; extended: boolean }>)

export const impersonationFold: Fold<ImpersonationState, ImpersonationEvent> = {
  category: 'impersonation',
  initial: { status: 'none' },
  evolve: {
    ImpersonationRequested: (
      _state,
      { staffUserId, targetAccountId, mode, scopes, reason },
      requestedAt,
    ) => ({
      status: 'requested',
      staffUserId,
      targetAccountId,
      mode,
      scopes,
      reason,
      requestedAt,
      noticeDelayDays: 0,
      notified: false,
    }),
    ImpersonationApproved: (state) => (state.status === 'none' ? state : { ...state, status: 'approved' }),
    ImpersonationDenied: (state) => (state.status === 'none' ? state : { ...state, status: 'denied' }),
    ImpersonationStarted: (state, { expiresAt }, startedAt) =>
      state.status === 'none' ? state : { ...state, status: 'active', startedAt, expiresAt, extended: false },
    ImpersonationExtended: (state, { expiresAt }) =>
      state.status === 'active' ? { ...state, expiresAt, extended: true } : state,
    ImpersonationPageViewed: (state) => state,
    ImpersonationRecordsViewed: (state) => state,
    ImpersonationActionTaken: (state) => state,
    ImpersonationCommandRefused: (state) => state,
    ImpersonationEnded: (state) => (state.status === 'none' ? state : { ...state, status: 'ended' }),
    HostNoticeDelayed: (state, { days }) =>
      state.status === 'none' ? state : { ...state, noticeDelayDays: days },
    HostNotifiedOfImpersonation: (state) => (state.status === 'none' ? state : { ...state, notified: true }),
  },
}
