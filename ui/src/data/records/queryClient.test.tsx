import { useState } from 'react'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { resources } from '@hearth/contracts'
import { useGetList, useGetMany, useGetOne } from 'react-admin'
import { describe, expect, it } from 'vitest'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { booking, listedBooking } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { SHORTENED, queryClient } from './queryClient.ts'
import type { Booking, ListedBooking } from './records.ts'

const shown: (string | undefined)[] = []
const Page = () => {
  const { data } = useGetOne<Booking>('bookings', { id: 'b1' })
  if (data) shown.push(data.snapshot.checkInTime)
  return <p>{data ? `from ${data.snapshot.checkInTime}` : 'loading'}</p>
}
const List = () => {
  const [open, setOpen] = useState(false)
  const { data = [] } = useGetList<ListedBooking>('bookings', {
    pagination: { page: 1, perPage: 25 },
    sort: { field: 'checkIn', order: 'ASC' },
    filter: {},
  })
  const { data: some = [] } = useGetMany<ListedBooking>('bookings', { ids: ['b1'] })
  return (
    <>
      {data.map(({ id, code }) => (
        <button type="button" key={id} onClick={() => setOpen(true)}>
          {code}
        </button>
      ))}
      {some.map(({ id, guestName }) => (
        <p key={id}>{guestName}</p>
      ))}
      {open && <Page />}
    </>
  )
}

describe('records', () => {
  it('are never the shortened row of a list', async () => {
    shown.length = 0
    fakeApi({
      'GET /api/bookings': () => list([listedBooking]),
      'GET /api/bookings/b1': () => ({ body: booking }),
    })
    renderAt('/', <List />)
    await screen.findByText('Daniel W.')
    await userEvent.click(await screen.findByText('HB-7K2M9QXD'))
    await screen.findByText(`from ${booking.snapshot.checkInTime}`)
    expect(new Set(shown)).toEqual(new Set([booking.snapshot.checkInTime]))
  })

  it('can be changed once they are loaded', () => {
    const key = ['bookings', 'getOne', { id: 'b1', meta: undefined }]
    queryClient.clear()
    queryClient.getQueryCache().build(queryClient, { queryKey: key }).setData(booking)
    queryClient.setQueriesData(
      { queryKey: ['bookings', 'getOne'] },
      (one: unknown) => one && { ...one, status: 'cancelling' },
    )
    expect(queryClient.getQueryData(key)).toMatchObject({ status: 'cancelling', snapshot: booking.snapshot })
  })

  it('of every resource with shortened lists are requested separately', () => {
    expect([...SHORTENED].toSorted()).toEqual(
      Object.values(resources)
        .flatMap(({ name, listRow }) => (listRow ? [name] : []))
        .toSorted(),
    )
  })
})
