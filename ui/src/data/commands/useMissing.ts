import { useState } from 'react'
import { readStatus } from '../http/problems.ts'

/**
 * Whether the record does not exist. The answer is kept during a refetch: a query without data drops its
 * error when it starts, and a page that depends on the answer would be mounted again and lose its state.
 */
export const useMissing = (
  id: string,
  { data, error }: Readonly<{ data?: unknown; error: unknown }>,
): boolean => {
  const [last, setLast] = useState({ id, missing: false })
  const missing =
    data === undefined && (error == null ? last.id === id && last.missing : readStatus(error) === 404)
  if (last.id !== id || last.missing !== missing) setLast({ id, missing })
  return missing
}
