import type { IncomingMessage } from 'node:http'
import { AppProblem } from './appProblem.ts'
import { watchBodySpeed } from './bodySpeed.ts'
import { fieldProblem, formatPointer } from './validation.ts'

/** Bytes of a request body at most. */
export const MAX_BODY_BYTES = 100_000
const MAX_DEPTH = 20
const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** 415 unless the body is declared as plain JSON in UTF-8. */
export const assertJson = ({ headers }: Pick<IncomingMessage, 'headers'>) => {
  const type = headers['content-type']
  if (type === undefined || (type !== 'application/json' && !JSON_TYPE.test(type)))
    throw new AppProblem('UNSUPPORTED_MEDIA_TYPE')
  if (headers['content-encoding'] !== undefined)
    throw new AppProblem('UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding isn’t supported')
}

const tooLarge = (limit: number) =>
  new AppProblem('TOO_LARGE', `At most ${limit} bytes`, {}, { connection: 'close' })

/** Whether a request announces a body. */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Whether a request only reads. */
export const isRead = ({ method }: Pick<IncomingMessage, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'

/** 400 for a read with a body: nothing reads it, so a sender that never finishes it would keep the connection. */
export const assertNoBodyOfRead = (request: Pick<IncomingMessage, 'headers' | 'method'>): void => {
  if (isRead(request) && hasBody(request))
    throw new AppProblem('MALFORMED', 'A read has no body', {}, { connection: 'close' })
}

/**
 * Gives the body to `take` piece by piece, the next when the one before is taken; refuses as soon as it is known
 * to be too large, a sender that stops half-way, and one that is too slow.
 */
export const readPieces = (
  request: IncomingMessage,
  limit: number,
  takePiece: (piece: Buffer) => Promise<void> | undefined,
): Promise<void> =>
  new Promise((resolve, reject) => {
    if (Number(request.headers['content-length']) > limit) {
      reject(tooLarge(limit))
      return
    }
    let size = 0
    const stop = () => {
      stopWatching()
      request.off('data', take)
      request.off('end', finish)
      request.off('close', breakOff)
    }
    const refuse = (refusal: unknown) => {
      stop()
      request.resume()
      reject(refusal)
    }
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) return refuse(tooLarge(limit))
      const taking = takePiece(chunk)
      if (!taking) return
      request.pause()
      taking.then(() => request.resume(), refuse)
    }
    const finish = () => {
      stop()
      resolve()
    }
    const breakOff = () => {
      stop()
      reject(new AppProblem('MALFORMED', 'The body is incomplete'))
    }
    const stopWatching = watchBodySpeed(
      () => size,
      () => refuse(new AppProblem('REQUEST_TIMEOUT', undefined, {}, { connection: 'close' })),
    )
    request.on('data', take)
    request.once('end', finish)
    request.once('close', breakOff)
    request.once('error', breakOff)
  })

/** The whole body, under the same limits. */
export const readBytes = async (request: IncomingMessage, limit = MAX_BODY_BYTES): Promise<Buffer> => {
  const pieces: Buffer[] = []
  await readPieces(request, limit, (piece) => void pieces.push(piece))
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
}

/** 400 for what nests too deeply; 422 for keys that could reach an object's prototype. */
const assertHarmless = (value: unknown, path: readonly PropertyKey[]): void => {
  if (typeof value !== 'object' || value === null) return
  if (path.length >= MAX_DEPTH) throw new AppProblem('MALFORMED', `Nested deeper than ${MAX_DEPTH} levels`)
  if (Array.isArray(value)) {
    value.forEach((child: unknown, index) => {
      if (typeof child === 'object') assertHarmless(child, [...path, index])
    })
    return
  }
  for (const [key, child] of Object.entries(value)) {
    if (key === '__proto__') throw fieldProblem(formatPointer([...path, key]), 'isn’t a known field')
    if (typeof child === 'object') assertHarmless(child, [...path, key])
  }
}

/** Strict JSON: fatal UTF-8, no empty body, at most 20 levels (docs/domain/limits.md#bodies). */
export const parseJson = (bytes: Buffer): unknown => {
  if (bytes.length === 0) throw new AppProblem('MALFORMED', 'The body is empty')
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(bytes))
  } catch {
    throw new AppProblem('MALFORMED', 'The body isn’t valid JSON in UTF-8')
  }
  assertHarmless(value, [])
  return value
}
