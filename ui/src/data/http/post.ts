import { request } from './http.ts'

/**
 * A request that changes something but isn’t a command on a record: sign-in, sessions, the own account.
 * Returns the body.
 */
export const post = async <T>(path: string, body: unknown, options: { rotates?: boolean } = {}): Promise<T> =>
  (
    await request(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Idempotency-Key': crypto.randomUUID() },
      ...options,
    })
  ).json as T
