const readName = (error: unknown) =>
  error !== null && typeof error === 'object' && 'name' in error ? String(error.name) : ''
const readStatus = (error: unknown) =>
  error !== null && typeof error === 'object' && 'status' in error ? Number(error.status) : 0

/**
 * Errors that are not reported: aborted requests, redirects of the router, a lost network, and refusals that
 * the page handles (401, 403, 404 and every other 4xx).
 */
export const isNoise = (error: unknown): boolean => {
  const status = readStatus(error)
  if (status >= 300 && status < 500) return true
  if (readName(error) === 'AbortError' || readName(error) === 'CancelledError') return true
  return error instanceof TypeError && /^(Failed to fetch|Load failed|NetworkError)/.test(error.message)
}
