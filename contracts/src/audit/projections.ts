import type { ImpersonationEvent } from '../impersonation/messages.ts'
import { MAY_BE_TOLD_LATER } from '../impersonation/messages.ts'
import { categoryOfStream, idOfStream } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { AuditEvent } from './messages.ts'
import { MAX_ENTRIES, zAccessRow, type AccessEntry, type AccessRow } from './resource.ts'

const withEntry = (row: AccessRow | undefined, ...entries: readonly AccessEntry[]): AccessRow | undefined =>
  row && {
    ...row,
    entries: [...row.entries, ...entries.slice(0, Math.max(0, MAX_ENTRIES - row.entries.length))],
    entryCount: row.entryCount + entries.length,
  }

/** Impersonations and direct reads, side by side. */
export const accessLogProjection = defineProjection<AccessRow>({
  name: 'access_log',
  version: 2,
  row: zAccessRow,
  personal: ['staffName', 'reasonText', 'ticketRef'],
  categories: ['impersonation', 'audit'],
  keys: ({ id, stream }) => [categoryOfStream(stream) === 'audit' ? id : idOfStream(stream)],
  fold: foldBy<AccessRow, ImpersonationEvent | AuditEvent>({
    ImpersonationRequested: (_row, event) => {
      const { impersonationId: id, targetAccountId: hostAccountId, ...wish } = event.data
      return {
        id,
        kind: 'impersonation',
        hostAccountId,
        ...wish,
        at: occurredAtOf(event),
        endedAt: null,
        state: 'requested',
        entries: [],
        entryCount: 0,
        hostSees: false,
      }
    },
    ImpersonationStarted: (row, event) =>
      row && {
        ...row,
        at: occurredAtOf(event),
        state: 'active',
        hostSees: !MAY_BE_TOLD_LATER.some((reason) => reason === row.reason),
      },
    ImpersonationPageViewed: (row, event) =>
      withEntry(row, {
        at: occurredAtOf(event),
        kind: 'page',
        text: event.data.route,
        recordIds: event.data.recordIds,
      }),
    ImpersonationRecordsViewed: (row, event) =>
      withEntry(
        row,
        ...event.data.reads.map(({ at, resource, recordIds }) => ({
          at,
          kind: 'read' as const,
          text: resource,
          recordIds,
        })),
      ),
    ImpersonationActionTaken: (row, event) =>
      withEntry(row, {
        at: occurredAtOf(event),
        kind: 'action',
        text: event.data.type,
        recordIds: [idOfStream(event.data.stream)],
      }),
    ImpersonationCommandRefused: (row, event) =>
      withEntry(row, {
        at: occurredAtOf(event),
        kind: 'refused',
        text: event.data.command,
        recordIds: event.data.recordId === null ? [] : [event.data.recordId],
      }),
    ImpersonationEnded: (row, event) => row && { ...row, state: 'ended', endedAt: occurredAtOf(event) },
    HostNotifiedOfImpersonation: (row) => row && { ...row, hostSees: true },
    StaffLooked: (_row, event, id) => {
      const { looks, ...who } = event.data
      return {
        id,
        kind: 'staff',
        ...who,
        at: looks[0]?.at ?? occurredAtOf(event),
        endedAt: looks.at(-1)?.at ?? null,
        mode: null,
        scopes: [],
        reason: null,
        reasonText: null,
        ticketRef: null,
        state: 'ended',
        entries: looks.map(({ at, resource, recordIds }) => ({
          at,
          kind: 'read',
          text: resource,
          recordIds,
        })),
        entryCount: looks.length,
        hostSees: true,
      }
    },
  }),
})
