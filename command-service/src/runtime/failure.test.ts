import { createMemoryLog } from '@hearth/platform/testing/log'
import { expect, test } from 'vitest'
import { command, PEOPLE } from '../testing/fixture.ts'
import { refuseFailure } from './failure.ts'

const envelope = command('MoveBooking', PEOPLE.gateway, {})
const failWith = (code: string) => Object.assign(new Error('failed'), { code })

test('a read model that is not built yet is a reason to try again, not a fault of ours', () => {
  const { log } = createMemoryLog()
  expect(refuseFailure(failWith('42P01'), envelope, log).code).toBe('DEPENDENCY_UNAVAILABLE')
})

test('a fault of ours is not turned into a refusal', () => {
  const { log } = createMemoryLog()
  expect(() => refuseFailure(failWith('42703'), envelope, log)).toThrow('failed')
})
