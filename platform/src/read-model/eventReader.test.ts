import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Recorded } from '../event-store/port.ts'
import { createEventReader } from './eventReader.ts'

const recorded = (data: unknown, schema: string | undefined, type = 'Renamed'): Recorded => ({
  id: '0198d7a0-0000-7000-8000-000000000001',
  stream: 'thing-1',
  revision: 0n,
  type,
  data,
  metadata: schema === undefined ? {} : { schema },
  position: { commit: 1n, prepare: 1n },
  recordedAt: '2026-01-01T00:00:00.000Z',
})

const definitions = new Map([
  [
    'Renamed',
    {
      version: 3,
      schema: z.object({ name: z.string() }),
      upcast: {
        1: (data: Readonly<Record<string, unknown>>) => ({ title: data['t'] }),
        2: (data: Readonly<Record<string, unknown>>) => ({ name: data['title'] }),
      },
    },
  ],
])
const altered = new Error('altered')
const sealer = {
  open: async (_stream: string, _type: string, data: unknown) => {
    if (data === 'altered') throw altered
    return data
  },
  openMany: async (events: readonly { data: unknown }[]) => {
    if (events.some(({ data }) => data === 'altered')) throw altered
    return events.map(({ data }) => data)
  },
}
const read = createEventReader({ sealer, definitions })
const dataOf = async (event: Recorded) => {
  const [result] = await read([event])
  if (!result || !('event' in result)) throw result?.error
  return result.event.data
}

test('upcasts older shapes step by step and leaves the current one alone', async () => {
  expect(await dataOf(recorded({ t: 'x' }, '1'))).toEqual({ name: 'x' })
  expect(await dataOf(recorded({ t: 'x' }, undefined))).toEqual({ name: 'x' })
  expect(await dataOf(recorded({ title: 'x' }, '2'))).toEqual({ name: 'x' })
  const current = recorded({ name: 'x' }, '3')
  expect(await read([current])).toEqual([{ event: current }])
})

test('returns future shapes, broken data and altered values as errors in their position', async () => {
  const [future, broken, good, bad, unknown] = await read([
    recorded({ name: 'x' }, '4'),
    recorded('not json', '3'),
    recorded({ name: 'x' }, '3'),
    recorded('altered', '3'),
    recorded({ any: 1 }, '9', 'NeverHeardOf'),
  ])
  expect(future).toMatchObject({ error: { message: 'Renamed has schema 4, this version reads 1 to 3' } })
  expect(broken).toMatchObject({ error: { message: 'The data of Renamed is not an object' } })
  expect(good).toHaveProperty('event')
  expect(bad).toEqual({ error: altered })
  expect(unknown).toHaveProperty('event')
})
