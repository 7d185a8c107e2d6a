import { describe, expect, test } from 'vitest'
import type { ListingCommand } from '../listing/messages.ts'
import type { RecordedEvent } from './message.ts'
import { defineProcess, reactBy, type Effect, type SystemCommand } from './process.ts'

const event: RecordedEvent<'Rang', Readonly<{ bell: string }>> = {
  id: 'e',
  stream: 'bell-b',
  revision: 0n,
  type: 'Rang',
  data: { bell: 'b' },
  metadata: {},
  position: { commit: 0n, prepare: 0n },
  recordedAt: '2026-06-12T13:42:00.000Z',
}

describe('the types of system commands', () => {
  const base = { kind: 'command', commandId: 'c', id: 'l' } as const

  test('accept a command of the aggregate with its own data', () => {
    const command: SystemCommand<ListingCommand> = { ...base, type: 'MoveListing', data: { stage: 'ready' } }
    expect(command.type).toBe('MoveListing')
  })

  test('refuse an unknown name, missing data, wrong data and unknown fields', () => {
    const wrong: readonly SystemCommand<ListingCommand>[] = [
      // @ts-expect-error No command has this name.
      { ...base, type: 'MoveListings', data: { stage: 'ready' } },
      // @ts-expect-error The stage is missing.
      { ...base, type: 'MoveListing', data: {} },
      // @ts-expect-error This stage does not exist.
      { ...base, type: 'MoveListing', data: { stage: 'sold' } },
      // @ts-expect-error The command has no such field.
      { ...base, type: 'MoveListing', data: { stage: 'ready', because: 'x' } },
    ]
    expect(wrong).toHaveLength(4)
  })

  test('let a process manager issue only the commands that it names', () => {
    const effect: Effect<ListingCommand> = { ...base, type: 'PublishListing', data: {} }
    const timer: Effect<ListingCommand> = { kind: 'timer', name: 't', at: event.recordedAt, work: effect }
    const silent = defineProcess<never>({
      name: 'silent',
      version: 1,
      correlate: () => 'one',
      // @ts-expect-error It names no commands.
      on: () => [undefined, effect],
    })
    // @ts-expect-error It names no commands.
    reactBy<never, { type: 'Rang'; data: unknown }>({ Rang: () => [undefined, timer] })
    expect(silent.on(undefined, event)).toHaveLength(2)
  })
})

test('reacts by event type and ignores every other type', () => {
  const on = reactBy<{ bell: string }, { type: 'Rang'; data: { bell: string } }>({
    Rang: (_state, { data }) => [{ bell: data.bell }],
  })
  expect(on(undefined, event)).toEqual([{ bell: 'b' }])
  expect(on({ bell: 'a' }, { ...event, type: 'Fell' })).toEqual([{ bell: 'a' }])
  expect(on.types).toEqual(new Set(['Rang']))
})
