import { formatStream, idOfStream } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { ImpersonationEvent } from './messages.ts'
import { zImpersonationRow, type ImpersonationRow } from './resource.ts'

export const impersonationProjection = defineProjection<ImpersonationRow>({
  name: 'impersonation',
  version: 1,
  row: zImpersonationRow,
  personal: ['staffName', 'reasonText', 'ticketRef'],
  categories: ['impersonation'],
  keys: ({ stream }) => [idOfStream(stream)],
  streams: ({ id }) => [formatStream('impersonation', id)],
  fold: foldBy<ImpersonationRow, ImpersonationEvent>({
    ImpersonationRequested: (_row, event) => {
      const { impersonationId: id, ...wish } = event.data
      return {
        id,
        ...wish,
        state: 'requested',
        requestedAt: occurredAtOf(event),
        approvedBy: null,
        approvedHow: null,
        deniedBy: null,
        startedAt: null,
        expiresAt: null,
        extended: false,
        endedAt: null,
        endReason: null,
        pagesViewed: 0,
        actionsTaken: 0,
        commandsRefused: 0,
        noticeDelayDays: null,
        hostNotifiedAt: null,
      }
    },
    ImpersonationApproved: (row, { data }) =>
      row && { ...row, state: 'approved', approvedBy: data.approvedBy, approvedHow: data.how },
    ImpersonationDenied: (row, { data }) => row && { ...row, state: 'denied', deniedBy: data.deniedBy },
    ImpersonationStarted: (row, event) =>
      row && { ...row, state: 'active', startedAt: occurredAtOf(event), expiresAt: event.data.expiresAt },
    ImpersonationExtended: (row, { data }) => row && { ...row, extended: true, expiresAt: data.expiresAt },
    ImpersonationPageViewed: (row) => row && { ...row, pagesViewed: row.pagesViewed + 1 },
    ImpersonationActionTaken: (row) => row && { ...row, actionsTaken: row.actionsTaken + 1 },
    ImpersonationCommandRefused: (row) => row && { ...row, commandsRefused: row.commandsRefused + 1 },
    ImpersonationEnded: (row, event) =>
      row && { ...row, state: 'ended', endedAt: occurredAtOf(event), endReason: event.data.why },
    HostNoticeDelayed: (row, { data }) => row && { ...row, noticeDelayDays: data.days },
    HostNotifiedOfImpersonation: (row, event) => row && { ...row, hostNotifiedAt: occurredAtOf(event) },
  }),
})
