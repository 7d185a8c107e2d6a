import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { queryClient } from '../records/queryClient.ts'
import { useOptionalRecord } from './useOptionalRecord.ts'

const Shown = ({ id }: { id: string }) => {
  const { data, error, none } = useOptionalRecord<{ id: string }>('agreements', id)
  return <p>{`${id}: ${none ? 'none' : error ? 'failed' : (data?.id ?? 'loading')}`}</p>
}

it('has no record until there is one, and never says so for a failure or while it loads', async () => {
  let rows: { id: string }[] | 'broken' = []
  const { calls } = fakeApi({
    'GET /api/agreements': ({ query }) => {
      const wanted = JSON.parse(query.get('filter') ?? '').id as string[]
      return rows === 'broken'
        ? { status: 500, body: { type: '', title: '', status: 500, code: 'INTERNAL' } }
        : list(rows.filter(({ id }) => wanted.includes(id)))
    },
  })
  const page = renderAt('/', <Shown id="a" />)
  expect(screen.getByText('a: loading')).toBeVisible()
  expect(await screen.findByText('a: none')).toBeVisible()
  rows = [{ id: 'a' }, { id: 'b' }]
  await act(() => queryClient.invalidateQueries({ queryKey: ['agreements'] }))
  expect(await screen.findByText('a: a')).toBeVisible()
  page.unmount()

  rows = 'broken'
  renderAt('/', <Shown id="c" />)
  expect(await screen.findByText('c: failed')).toBeVisible()
  expect(calls.map(({ path }) => path)).not.toContain('/api/agreements/a')
})
