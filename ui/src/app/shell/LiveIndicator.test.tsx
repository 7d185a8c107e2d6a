import { act, screen, waitFor } from '@testing-library/react'
import { useGetOne } from 'react-admin'
import { expect, it } from 'vitest'
import { forgetPosition, raisePosition } from '../../data/http/consistency.ts'
import { liveStatus } from '../../data/live/liveStatus.ts'
import { queryClient } from '../../data/records/queryClient.ts'
import { fakeApi } from '../../test/fakeApi.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { LiveIndicator } from './LiveIndicator.tsx'

const Page = () => {
  const { data } = useGetOne('listings', { id: 'l1' })
  return <p>{data ? `version ${data['version']}` : 'loading'}</p>
}

it('says that what is shown may be old until a change has been loaded', async () => {
  let answer: 'new' | 'behind' | 'unavailable' = 'new'
  let version = 1
  const problem = (code: string) => ({ status: 503, body: { type: '', title: '', status: 503, code } })
  fakeApi({
    'GET /api/listings/l1': ({ headers }) =>
      answer === 'unavailable'
        ? problem('DEPENDENCY_UNAVAILABLE')
        : answer === 'behind' && headers.has('x-min-position')
          ? problem('READ_MODEL_BEHIND')
          : { body: { id: 'l1', version } },
  })
  renderAt(
    '/',
    <>
      <LiveIndicator />
      <Page />
    </>,
  )
  act(() => liveStatus.set('live'))
  const change = async (next: typeof answer) => {
    answer = next
    await act(() => queryClient.invalidateQueries({ queryKey: ['listings'] }))
  }
  // The cache tells its readers a turn after the answer.
  const expectStatus = (text: string) =>
    waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(text))
  await screen.findByText('version 1')
  await expectStatus('Up to date')
  await change('unavailable')
  await expectStatus('Reconnecting… Changes may be delayed')
  expect(screen.getByText('version 1')).toBeVisible()
  raisePosition('c0.7')
  await change('behind')
  await expectStatus('Loading the latest changes')
  version = 2
  await change('new')
  expect(await screen.findByText('version 2')).toBeVisible()
  await expectStatus('Up to date')
  forgetPosition()
})
