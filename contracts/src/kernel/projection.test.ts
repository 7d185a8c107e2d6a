import { expect, test } from 'vitest'
import { z } from 'zod'
import type { RecordedEvent } from './message.ts'
import { defineProjection } from './projection.ts'

test('asks no projection about events of other categories', () => {
  const { keys } = defineProjection({
    name: 'key',
    version: 1,
    row: z.strictObject({ id: z.string() }),
    categories: ['key'],
    keys: ({ stream }) => [stream],
    fold: (row) => row,
  })
  const of = (stream: string): RecordedEvent => ({
    id: '',
    stream,
    revision: 0n,
    type: 'Any',
    data: {},
    metadata: {},
    position: { commit: 0n, prepare: 0n },
    recordedAt: '',
  })
  expect(['key-1', 'keys-1', 'key', 'other-key-1'].map((stream) => keys(of(stream)))).toEqual([
    ['key-1'],
    [],
    [],
    [],
  ])
})
