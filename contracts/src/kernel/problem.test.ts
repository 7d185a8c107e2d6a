import { expect, test } from 'vitest'
import { problem } from './problem.ts'

test('lets no fact replace a field that every problem has', () => {
  const given = problem('INVALID_TRANSITION', 'The booking is confirmed.', {
    status: 'confirmed',
    code: 'X',
    title: 'X',
    type: 'X',
    currentRevision: 3,
  })
  expect(given).toEqual({
    type: 'urn:problem:invalid-transition',
    title: 'The current status doesn’t allow this',
    status: 409,
    code: 'INVALID_TRANSITION',
    detail: 'The booking is confirmed.',
    currentRevision: 3,
  })
})
