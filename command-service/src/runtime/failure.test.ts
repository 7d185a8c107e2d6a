import { createMemoryLog } from '@hearth/platform/testing/log'
import { expect, test } from 'vitest'
import { command, PEOPLE } from '../testing/fixture.ts'
import { refuseFailure } from './failure.ts'

const envelope = command('MoveBooking', PEOPLE.gateway, {})
const failWith = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

test('a read model that is not built yet is a reason to try again, not a fault of ours', () => {
  const { log } = createMemoryLog()
  expect(refuseFailure(failWith('42P01', 'relation "read.booking" does not exist'), envelope, log).code).toBe(
    'DEPENDENCY_UNAVAILABLE',
  )
})

test('a fault of ours is not turned into a refusal', () => {
  const { log } = createMemoryLog()
  expect(() =>
    refuseFailure(failWith('42P01', 'relation "app.outbox" does not exist'), envelope, log),
  ).toThrow()
  expect(() => refuseFailure(failWith('42703'), envelope, log)).toThrow('failed')
})
