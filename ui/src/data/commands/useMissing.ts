import { useState } from 'react'
import { statusOf } from '../http/problems.ts'

/**
 * Whether there is no such record. It stays so while it is asked for again: a query without data forgets its
 * error as it begins, and a page that stands on the answer would be drawn anew, with what somebody had chosen
 * on it lost.
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
