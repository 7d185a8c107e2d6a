import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { deadline } from '../retry/deadline.ts'
import type { Secret } from '../config/secret.ts'
import { AppProblem } from '../http/appProblem.ts'
import { checkKey, type Storage } from './port.ts'

const ANSWER_WITHIN_MS = 10_000
const RETRIES = 2

export type S3Options = Readonly<{
  /** Endpoint and bucket: `https://s3.eu-central-1.amazonaws.com/hearth-files`. */
  bucket: URL
  region: string
  accessKeyId: string
  secretAccessKey: Secret
}>

/**
 * Files in a bucket of anything that speaks S3; requests are signed (AWS signature 4), bodies by their hash.
 */
export const s3Storage = ({ bucket, region, accessKeyId, secretAccessKey }: S3Options): Storage => {
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey: secretAccessKey.reveal(),
    service: 's3',
    region,
    retries: RETRIES,
  })
  const base = `${bucket.origin}${bucket.pathname.replace(/\/$/, '')}`

  const unavailable = (detail: string, cause?: unknown) =>
    new AppProblem('DEPENDENCY_UNAVAILABLE', detail, {}, {}, cause)
  const silent = (cause: unknown): never => {
    throw unavailable('The file storage isn’t responding. Try again shortly', cause)
  }

  const ask = async (
    method: 'GET' | 'PUT' | 'DELETE',
    path: string,
    body?: Buffer,
    type?: string,
  ): Promise<Response> => {
    const headers = {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
      ...(type === undefined ? {} : { 'content-type': type }),
    }
    // A redirect would take what was signed elsewhere.
    const answer = await client
      .fetch(`${base}${path}`, {
        method,
        headers,
        redirect: 'error',
        signal: deadline(ANSWER_WITHIN_MS),
        ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      })
      .catch(silent)
    if (answer.ok || answer.status === 404) return answer
    await answer.body?.cancel()
    return silent(new Error(`${method} was answered ${answer.status}`))
  }
  const end = async (answer: Response, is404Fine: boolean): Promise<void> => {
    await answer.body?.cancel()
    if (answer.status === 404 && !is404Fine) throw unavailable('The file storage doesn’t exist')
  }

  const keysUnder = async (prefix: string): Promise<readonly string[]> => {
    const answer = await ask('GET', `?list-type=2&max-keys=1000&prefix=${encodeURIComponent(prefix)}`)
    if (answer.status === 404) return []
    // Keys are ours: nothing in them is ever escaped.
    return [...(await answer.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].flatMap(([, key]) =>
      key?.startsWith(prefix) ? [key] : [],
    )
  }

  return {
    put: async (key, bytes, type) => end(await ask('PUT', `/${checkKey(key)}`, bytes, type), false),
    get: async (key) => {
      const answer = await ask('GET', `/${checkKey(key)}`)
      // A body that ends early must not count as the file.
      if (answer.ok) {
        const bytes: ArrayBuffer = await answer.arrayBuffer().catch(silent)
        return Buffer.from(bytes)
      }
      await end(answer, true)
      return undefined
    },
    removeAll: async (prefix) => {
      checkKey(prefix.slice(0, -1))
      for (let keys = await keysUnder(prefix); keys.length > 0; keys = await keysUnder(prefix)) {
        for (const key of keys) await end(await ask('DELETE', `/${key}`), true)
      }
    },
  }
}
