import { describe, expect, it } from 'vitest'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { forgetPosition, minPosition, raisePosition } from './consistency.ts'
import { dataProvider } from '../records/dataProvider.ts'
import { countOldAnswers, getJson, request } from './http.ts'

describe('position tokens', () => {
  it('only increase, and invalid ones are ignored', () => {
    forgetPosition()
    raisePosition('c0.100')
    raisePosition('c0.99')
    raisePosition('c0.0123x')
    expect(minPosition()).toBe('c0.100')
    raisePosition('c0.18446744073709551615')
    expect(minPosition()).toBe('c0.18446744073709551615')
    forgetPosition()
    expect(minPosition()).toBeNull()
  })
})

describe('a read side that is behind', () => {
  it('is read again without the token, and such answers are counted', async () => {
    forgetPosition()
    raisePosition('c0.7')
    let behind = true
    const before = countOldAnswers()
    const { calls } = fakeApi({
      'GET /api/bookings': ({ headers }) =>
        behind && headers.has('x-min-position')
          ? { status: 503, body: { status: 503, code: 'READ_MODEL_BEHIND', title: '', type: '' } }
          : { body: ['row'] },
    })
    expect(await getJson('/api/bookings')).toEqual(['row'])
    expect(calls.map(({ headers }) => headers.get('x-min-position'))).toEqual(['c0.7', null])
    expect(countOldAnswers()).toBe(before + 1)
    behind = false
    await getJson('/api/bookings')
    expect(countOldAnswers()).toBe(before + 1)
    forgetPosition()
  })
})

it('reads lists without a Range header, to which no answer is compressed', async () => {
  const { calls } = fakeApi({ 'GET /api/bookings': () => list([{ id: 'b1' }]) })
  const { total } = await dataProvider.getList('bookings', {
    pagination: { page: 1, perPage: 25 },
    sort: { field: 'checkIn', order: 'ASC' },
    filter: {},
  })
  expect([total, calls.map(({ headers }) => headers.get('range'))]).toEqual([1, [null]])
})

describe('a busy server', () => {
  it('retries an unprocessed command with its key, a few times', async () => {
    const busy = {
      status: 503,
      headers: { 'retry-after': '0' },
      body: { status: 503, code: 'OVERLOADED', title: 'Hearth is very busy', type: '' },
    }
    let busyFor = 1
    const { calls } = fakeApi({ 'POST /api/blocks': () => (busyFor-- > 0 ? busy : { body: { id: 'b' } }) })
    const send = () =>
      request('/api/blocks', { method: 'POST', headers: { 'Idempotency-Key': 'k' }, body: '{}' })
    expect((await send()).json).toEqual({ id: 'b' })
    expect(calls.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['k', 'k'])
    busyFor = 9
    await expect(send()).rejects.toMatchObject({ status: 503 })
    expect(calls).toHaveLength(5)
  })
})
