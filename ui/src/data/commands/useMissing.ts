import { useState } from 'react'
import { statusOf } from '../http/problems.ts'

/**
 * Whether the record does not exist. The answer stays while it is refetched: a query without data forgets its
 * error when it starts, and a page that depends on the answer would be mounted again and lose its state.
 */
export const useMissing = (
  id: string,
  { data, error }: Readonly<{ data?: unknown; error: unknown }>,
): boolean => {
  const [last, setLast] = useState({ id, missing: false })
  const missing =
    data === undefined && (error == null ? last.id === id && last.missing : statusOf(error) === 404)
  if (last.id !== id || last.missing !== missing) setLast({ id, missing })
  return missing
}
