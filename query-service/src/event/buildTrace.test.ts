import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import { defineProjection, type Projection } from '@hearth/contracts/kernel/projection'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildTrace } from './buildTrace.ts'

const event = (id: string, commandId: string, cause: string, commit: bigint): RecordedEvent => ({
  id,
  stream: 'tally-1',
  revision: commit,
  type: 'Counted',
  data: {},
  recordedAt: '2026-07-01T10:00:00.000Z',
  position: { commit, prepare: commit },
  metadata: {
    commandId,
    $causationId: cause,
    $correlationId: 'r1',
    tenantId: 'a1',
    actorId: 'u1',
    occurredAt: '2026-07-01T10:00:00.000Z',
  },
})
const tally = defineProjection({
  name: 'tally',
  version: 1,
  row: z.strictObject({ id: z.string() }),
  keys: () => Array.from({ length: 7 }, (_, index) => `t${index}`),
  fold: (row) => row,
}) as Projection
const log = defineProjection({
  name: 'event_log',
  version: 1,
  row: z.strictObject({ id: z.string() }),
  keys: ({ id }) => [id],
  fold: (row) => row,
}) as Projection

test('groups events by command, nested by cause, with the rows they change', () => {
  const commands = buildTrace(
    [
      event('e1', 'c1', 'c1', 10n),
      event('e2', 'c1', 'c1', 10n),
      event('e3', 'c2', 'c1', 20n),
      event('e4', 'c3', 'gone', 30n),
    ],
    {
      projections: [tally, log],
      standsAt: () => 20n,
      findEffects: () => [],
      describeActor: (id) => ({ id, name: 'Ana', kind: 'host' }),
    },
  )
  expect(commands.map(({ id, parent, events }) => [id, parent, events.map((led) => led.id)])).toEqual([
    ['c1', null, ['e1', 'e2']],
    ['c2', 'c1', ['e3']],
    ['c3', null, ['e4']],
  ])
  expect(commands[0]?.events[0]?.rows).toEqual([
    { projection: 'tally', resource: null, ids: ['t0', 't1', 't2', 't3', 't4'], count: 7, shown: true },
  ])
  expect(commands[2]?.events[0]?.rows[0]?.shown).toBe(false)
})
