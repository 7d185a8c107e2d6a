import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useGetOne } from 'react-admin'
import { describe, expect, it } from 'vitest'
import { fakeApi } from '../../test/fakeApi.ts'
import { booking } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { queryClient } from '../records/queryClient.ts'
import { useCommand } from './useCommand.ts'

const seen: string[] = []
const Stay = () => {
  const { data } = useGetOne('bookings', { id: 'b1' })
  const cancel = useCommand({ resource: 'bookings', verb: 'cancel', ifMatch: true })
  const status = data ? String(data['status']) : 'loading'
  if (seen.at(-1) !== status) seen.push(status)
  return (
    <>
      <p>{status}</p>
      <button
        type="button"
        onClick={() =>
          cancel.run({
            record: data ? { id: 'b1', revision: Number(data['revision']) } : undefined,
            body: { reason: 'other' },
            patch: { status: 'cancelling' },
          })
        }
      >
        go
      </button>
      {cancel.error !== null && <p>refused</p>}
    </>
  )
}
const accepted = {
  body: { id: 'b1', revision: 5, events: ['BookingCancellationStarted'] },
  headers: { 'x-position': 'c0.77' },
}

describe('useCommand', () => {
  it('never shows the old value again, however long the read side is behind', async () => {
    seen.length = 0
    let row = { ...booking, revision: 4, status: 'confirmed' }
    const { calls } = fakeApi({
      'GET /api/bookings/b1': () => ({ body: row }),
      'POST /api/bookings/b1/cancel': () => accepted,
    })
    renderAt('/', <Stay />)
    await screen.findByText('confirmed')
    await userEvent.click(screen.getByText('go'))
    await screen.findByText('cancelling')
    await waitFor(() => expect(calls.filter(({ method }) => method === 'GET').length).toBeGreaterThan(1))
    await queryClient.invalidateQueries({ queryKey: ['bookings'] })
    row = { ...row, revision: 5, status: 'cancelling' }
    await queryClient.invalidateQueries({ queryKey: ['bookings'] })
    row = { ...row, revision: 6, status: 'cancelled' }
    await queryClient.invalidateQueries({ queryKey: ['bookings'] })
    await screen.findByText('cancelled')
    expect(seen).toEqual(['loading', 'confirmed', 'cancelling', 'cancelled'])
  })

  it('sends the revision, passes its position to later reads, and retries with the same key', async () => {
    let tries = 0
    const { calls } = fakeApi({
      'GET /api/bookings/b1': () => ({ body: booking }),
      'POST /api/bookings/b1/cancel': () =>
        ++tries === 1
          ? { status: 503, body: { status: 503, code: 'OUTCOME_UNKNOWN', title: '', type: '' } }
          : accepted,
    })
    renderAt('/', <Stay />)
    await screen.findByText('confirmed')
    await userEvent.click(screen.getByText('go'))
    await screen.findByText('refused')
    expect(screen.getByText('confirmed')).toBeVisible()
    await userEvent.click(screen.getByText('go'))
    await waitFor(() => expect(calls.at(-1)?.headers.get('x-min-position')).toBe('c0.77'))
    const posts = calls.filter(({ method }) => method === 'POST')
    expect(posts.map(({ headers }) => headers.get('if-match'))).toEqual(['"4"', '"4"'])
    expect(new Set(posts.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  })

  it('reverts a refused change and uses another key afterwards', async () => {
    const { calls } = fakeApi({
      'GET /api/bookings/b1': () => ({ body: booking }),
      'POST /api/bookings/b1/cancel': () => ({
        status: 409,
        body: { status: 409, code: 'INVALID_TRANSITION', title: '', type: '' },
      }),
    })
    renderAt('/', <Stay />)
    await screen.findByText('confirmed')
    await userEvent.click(screen.getByText('go'))
    await screen.findByText('refused')
    expect(await screen.findByText('confirmed')).toBeVisible()
    await userEvent.click(screen.getByText('go'))
    await waitFor(() =>
      expect(
        new Set(
          calls
            .filter(({ method }) => method === 'POST')
            .map(({ headers }) => headers.get('idempotency-key')),
        ).size,
      ).toBe(2),
    )
  })
})
