import { expect, it } from 'vitest'
import { readCommandLine, readIdentity, isStillRunning, statFields } from './processIdentity.ts'

it('reads the fields of a process whose name has spaces and brackets', () => {
  const rest = ['S', ...Array.from({ length: 18 }, (_, index) => String(index)), '4711', '0']
  expect(statFields(`12 (a (b) c) ${rest.join(' ')}\n`)[19]).toBe('4711')
})

it('identifies this process, and treats another start time as another process', () => {
  const self = readIdentity(process.pid)
  if (!self) throw new Error('this process is not running')
  expect(isStillRunning(self)).toBe(true)
  expect(isStillRunning({ ...self, startedAt: '1' })).toBe(false)
  expect(readCommandLine(process.pid)).not.toBe('')
  expect(readIdentity(2 ** 30)).toBeUndefined()
})
