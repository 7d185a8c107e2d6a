import { useRef } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../http/http.ts'
import { readStatus } from '../http/problems.ts'

type Options<T> = Readonly<{
  /** Query keys to refetch afterwards. */
  touches?: readonly (readonly unknown[])[]
  /** The answer replaces the session of this browser. */
  rotates?: boolean
  onSuccess?: (answer: T) => void
}>

/**
 * A request about the person or the session that isn’t a command of an aggregate. `T` is the answer; keys
 * work as in useCommand.
 */
export const usePost = <T = null>(
  path: string,
  { touches = [], rotates = false, onSuccess }: Options<T> = {},
) => {
  const client = useQueryClient()
  const key = useRef<string>(null)
  key.current ??= crypto.randomUUID()
  const mutation = useMutation<T, unknown, unknown>({
    mutationKey: [path],
    mutationFn: async (body = {}) =>
      (
        await request(path, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'Idempotency-Key': key.current ?? crypto.randomUUID() },
          rotates,
        })
      ).json as T,
    onSuccess: async (answer) => {
      key.current = crypto.randomUUID()
      onSuccess?.(answer)
      await Promise.all(touches.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
    onError: (error) => {
      if (readStatus(error) >= 400 && readStatus(error) < 500) key.current = crypto.randomUUID()
    },
  })
  return {
    run: mutation.mutate,
    runAsync: mutation.mutateAsync,
    pending: mutation.isPending,
    error: mutation.error,
    answer: mutation.data,
    reset: mutation.reset,
  }
}
