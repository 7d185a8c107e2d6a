import { describe, test } from 'vitest'
import { ADMIN, given } from '../testing/given.ts'
import { account } from './account.decider.ts'

const details = {
  displayName: 'Vale Stays',
  kind: 'company',
  country: 'US',
  defaultCurrency: 'USD',
  timezone: 'America/New_York',
} as const
const opened = { type: 'AccountOpened', data: { hostAccountId: 'a', ...details } } as const
const situation = { id: 'a', actor: ADMIN, facts: {} }
const open = { type: 'OpenAccount', data: details } as const
const rename = (displayName: string) => ({ type: 'RenameAccount', data: { displayName } }) as const

describe('an account', () => {
  test('is opened', () => given(account).when(open, situation).thenEvents(opened))
  test('is opened once', () => given(account, opened).when(open, situation).thenRefused('DUPLICATE'))
  test('is renamed', () =>
    given(account, opened)
      .when(rename('Hill Stays'), situation)
      .thenEvents({ type: 'AccountRenamed', data: { displayName: 'Hill Stays' } }))
  test('keeps its name without an event', () =>
    given(account, opened).when(rename('Vale Stays'), situation).thenNothing())
  test('must exist', () => given(account).when(rename('Hill Stays'), situation).thenRefused('NOT_FOUND'))
})
