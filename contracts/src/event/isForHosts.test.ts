import { expect, test } from 'vitest'
import { isForHosts } from './isForHosts.ts'

test.each([
  ['booking-b', 'BookingConfirmed', {}, true],
  ['booking-b', 'BookingNoteAdded', { visibility: 'host' }, true],
  ['booking-b', 'BookingNoteAdded', { visibility: 'staff' }, false],
  ['hostAccount-a', 'NoticesRead', {}, false],
  ['hostAccount-a', 'AccountRenamed', {}, true],
  ['impersonation-i', 'ImpersonationStarted', {}, false],
  ['audit-a', 'AccessRecorded', {}, false],
  ['savedView-a', 'SavedViewCreated', {}, false],
])('of %s, %s with %j: hosts find it: %s', (stream, type, data, expected) => {
  expect(isForHosts({ stream, type, data })).toBe(expected)
})
