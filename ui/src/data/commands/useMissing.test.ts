import { renderHook } from '@testing-library/react'
import { HttpError } from 'react-admin'
import { expect, it } from 'vitest'
import { useMissing } from './useMissing.ts'

const answered = { data: {}, error: null }
const refused = (status: number) => ({ data: undefined, error: new HttpError('', status) })
const asking = { data: undefined, error: null }

it('reports a missing record, also while refetching, until it exists or the id changes', () => {
  const { result, rerender } = renderHook(({ id, query }) => useMissing(id, query), {
    initialProps: { id: 'a', query: asking as { data?: unknown; error: unknown } },
  })
  const after = (query: { data?: unknown; error: unknown }, id = 'a') => {
    rerender({ id, query })
    return result.current
  }
  expect(result.current).toBe(false)
  expect(after(refused(404))).toBe(true)
  expect(after(asking)).toBe(true)
  expect(after(asking, 'b')).toBe(false)
  expect(after(refused(404), 'b')).toBe(true)
  expect(after(answered, 'b')).toBe(false)
  expect(after(refused(500), 'c')).toBe(false)
})
