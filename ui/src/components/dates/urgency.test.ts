import { HOUR_MS } from '@hearth/contracts/kernel/dates'
import { expect, test } from 'vitest'
import { readUrgency } from './urgency.ts'

test.for([
  [0, 'bad'],
  [2 * HOUR_MS - 1, 'bad'],
  [2 * HOUR_MS, 'warn'],
  [6 * HOUR_MS - 1, 'warn'],
  [6 * HOUR_MS, 'calm'],
] as const)('%d ms before a deadline, it is %s', ([left, urgency]) => expect(readUrgency(left)).toBe(urgency))
