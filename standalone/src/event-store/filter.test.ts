import { status } from '@grpc/grpc-js'
import { describe, expect, it } from 'vitest'
import { compileFilter, createCheckpointCounter, isHidden } from './filter.ts'

const event = (stream: string, type: string) => ({ stream, type })

describe('filter of $all', () => {
  it.each([
    ['no filter takes all', undefined, event('$x', '$y'), true],
    [
      'a prefix of the stream name',
      { on: 'stream', regex: '', prefixes: ['booking-', 'claim-'] },
      event('claim-1', 'A'),
      true,
    ],
    [
      'another stream name',
      { on: 'stream', regex: '', prefixes: ['booking-', 'claim-'] },
      event('rebooking-1', 'A'),
      false,
    ],
    [
      'a prefix of the type',
      { on: 'type', regex: '', prefixes: ['Booking'] },
      event('x', 'BookingConfirmed'),
      true,
    ],
    [
      'a regular expression on the type',
      { on: 'type', regex: '^[^$]', prefixes: [] },
      event('x', '$metadata'),
      false,
    ],
    [
      'a regular expression on the name',
      { on: 'stream', regex: '^booking-\\d+$', prefixes: [] },
      event('booking-12', 'A'),
      true,
    ],
    [
      'the .NET way to ignore case',
      { on: 'stream', regex: '(?i)^BOOKING', prefixes: [] },
      event('booking-12', 'A'),
      true,
    ],
    [
      '.NET anchors',
      { on: 'stream', regex: '\\Abooking-1\\z', prefixes: [] },
      event('booking-12', 'A'),
      false,
    ],
  ] as const)('%s', (_what, spec, given, taken) => {
    expect(compileFilter(spec)(given)).toBe(taken)
  })

  it.each(['(', '^(?!\\$)'])('refuses the regular expression %s', (regex) => {
    expect(() => compileFilter({ on: 'type', regex, prefixes: [] })).toThrow(
      expect.objectContaining({ code: status.INVALID_ARGUMENT }),
    )
  })

  it('hides what the real server hides', () => {
    expect(isHidden({ stream: '$epoch-information' })).toBe(true)
    expect(isHidden({ stream: '$persistentsubscription-$all::group-checkpoint' })).toBe(true)
    expect(isHidden({ stream: '$$booking-1' })).toBe(false)
  })

  it('asks for a checkpoint every window × multiplier considered events', () => {
    const counter = createCheckpointCounter(4, 2)
    const due = Array.from({ length: 20 }, (_, index) => (counter.consider() ? index + 1 : 0)).filter(Boolean)
    expect(due).toEqual([8, 16])
  })
})
