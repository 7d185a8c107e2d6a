import { describe, test } from 'vitest'
import { given, OWNER } from '../testing/given.ts'
import { account } from './account.decider.ts'
import { SAM, ada, by, opened, sam } from './testing/teamHistory.ts'

const read = (until: string | null, ...noticeIds: string[]) =>
  ({ type: 'ReadNotices', data: { until, noticeIds } }) as const

describe('notices', () => {
  test('are read by a member, all until an instant or single ones', () => {
    given(account, opened, ada, sam)
      .when(read('2020-01-01T00:00:00.000Z', 'n1'), by(SAM))
      .thenEvents({
        type: 'NoticesRead',
        data: { memberId: 'm-sam', userId: 'sam', until: '2020-01-01T00:00:00.000Z', noticeIds: ['n1'] },
      })
    given(account, opened, ada).when(read(null), by(OWNER)).thenNothing()
  })
  test('are not read before they are there, nor by people who are not members', () => {
    given(account, opened, ada)
      .when(read('2100-01-01T00:00:00.000Z'), by(OWNER))
      .thenRefused('VALIDATION_FAILED')
    given(account, opened, ada).when(read(null, 'n1'), by(SAM)).thenRefused('FORBIDDEN')
  })
})
