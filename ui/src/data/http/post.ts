import { request } from './http.ts'

/**
 * A request that does something and is no command on a record: signing in, sessions, the own account. Answers
 * the body.
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
