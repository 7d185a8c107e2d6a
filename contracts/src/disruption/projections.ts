import { formatStream, idOfStream } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { DisruptionEvent } from './messages.ts'
import { zDisruptionRow, type DisruptionRow } from './resource.ts'

/** One row for each declared event. */
export const disruptionProjection = defineProjection<DisruptionRow>({
  name: 'disruption',
  version: 1,
  row: zDisruptionRow,
  streams: ({ id }) => [formatStream('disruption', id)],
  categories: ['disruption'],
  keys: ({ stream }) => [idOfStream(stream)],
  fold: foldBy<DisruptionRow, DisruptionEvent>({
    DisruptionDeclared: (_row, event) => {
      const { disruptionId: id, by: declaredBy, ...declaration } = event.data
      return {
        id,
        state: 'declared',
        ...declaration,
        declaredBy,
        declaredAt: occurredAtOf(event),
        decidedBy: null,
        decidedAt: null,
        rejectedReason: null,
      }
    },
    DisruptionApproved: (row, event) =>
      row && { ...row, state: 'approved', decidedBy: event.data.by, decidedAt: occurredAtOf(event) },
    DisruptionRejected: (row, event) =>
      row && {
        ...row,
        state: 'rejected',
        decidedBy: event.data.by,
        decidedAt: occurredAtOf(event),
        rejectedReason: event.data.reason,
      },
    DisruptionApplied: (row) => row && { ...row, state: 'applied' },
  }),
})
