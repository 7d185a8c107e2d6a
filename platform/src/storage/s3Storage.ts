import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'
import { deadline } from '../retry/deadline.ts'
import type { Secret } from '../config/secret.ts'
import { AppProblem } from '../http/appProblem.ts'
import { checkKey, type Storage } from './port.ts'

const ANSWER_WITHIN_MS = 10_000
/** Less than the front door waits for an answer. */
const FILE_WITHIN_MS = 45_000
const RETRIES = 2

const hashBytes = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

type Content = Readonly<{
  body?: Uint8Array<ArrayBuffer> | Blob
  sha256?: string
  headers?: Readonly<Record<string, string>>
  withinMs?: number
}>

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
    { body, sha256 = hashBytes(''), headers = {}, withinMs = ANSWER_WITHIN_MS }: Content = {},
  ): Promise<Response> => {
    // A redirect would take what was signed elsewhere.
    const answer = await client
      .fetch(`${base}${path}`, {
        method,
        headers: { 'x-amz-content-sha256': sha256, ...headers },
        redirect: 'error',
        signal: deadline(withinMs),
        ...(body === undefined ? {} : { body }),
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

  const put = async (key: string, type: string, content: Content) =>
    end(await ask('PUT', `/${checkKey(key)}`, { ...content, headers: { 'content-type': type } }), false)
  const get = async (key: string, headers: Content['headers'] = {}): Promise<Buffer | undefined> => {
    const answer = await ask('GET', `/${checkKey(key)}`, { headers })
    // A body that ends early must not count as the file.
    if (answer.ok) {
      const bytes: ArrayBuffer = await answer.arrayBuffer().catch(silent)
      return Buffer.from(bytes)
    }
    await end(answer, true)
    return undefined
  }

  return {
    put: async (key, bytes, type) =>
      put(key, type, { body: new Uint8Array(bytes), sha256: hashBytes(bytes) }),
    putFile: async (key, path, type) => {
      const hash = createHash('sha256')
      await pipeline(createReadStream(path), hash)
      const sha256 = hash.digest('hex')
      await put(key, type, { body: await openAsBlob(path), sha256, withinMs: FILE_WITHIN_MS })
    },
    get: async (key) => get(key),
    getPart: async (key, start, until) => get(key, { range: `bytes=${start}-${until - 1}` }),
    removeAll: async (prefix) => {
      checkKey(prefix.slice(0, -1))
      for (let keys = await keysUnder(prefix); keys.length > 0; keys = await keysUnder(prefix)) {
        for (const key of keys) await end(await ask('DELETE', `/${key}`), true)
      }
    },
  }
}
