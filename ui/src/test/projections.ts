import type { ProjectionRow } from '@hearth/contracts/projection'

export const NOW = Date.parse('2026-07-16T13:42:00.000Z')

export const segment = (
  values: Partial<ProjectionRow['segments'][number]>,
): ProjectionRow['segments'][number] => ({
  segment: 0,
  firstBucket: 0,
  lastBucket: 1_023,
  position: '4118204',
  holder: 'host-1',
  leaseUntil: '2026-07-16T13:42:04.000Z',
  epoch: 3,
  lagMs: 200,
  eventsPerSecond: 38,
  error: null,
  ...values,
})

export const projectionRow = (values: Partial<ProjectionRow>): ProjectionRow => ({
  id: 'booking',
  version: 1,
  build: 1,
  state: 'live',
  position: '4118204',
  lagMs: 200,
  eventsPerSecond: 38,
  parkedStreams: 0,
  segments: [segment({})],
  others: [],
  switchedAt: '2026-07-01T10:00:00.000Z',
  ...values,
})

export const otherBuild = (
  values: Partial<ProjectionRow['others'][number]>,
): ProjectionRow['others'][number] => ({
  build: 2,
  version: 1,
  status: 'ready',
  reason: 'request',
  progress: 1,
  eventsPerSecond: 0,
  startedAt: '2026-07-16T13:30:00.000Z',
  completedAt: '2026-07-16T13:36:21.000Z',
  verifiedAt: null,
  keepUntil: null,
  parkedStreams: 0,
  error: null,
  difference: null,
  ...values,
})
