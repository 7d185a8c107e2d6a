import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

const DECODE_WITHIN_MS = 10_000
const MEMORY_MB = 512

/** The bytes are no HEIC that we can read, or its picture is too large. */
export class NotHeicError extends Error {
  override name = 'NotHeicError'
  constructor(readonly tooLarge: boolean) {
    super('no HEIC')
  }
}

export type Pixels = Readonly<{ width: number; height: number; data: Uint8Array }>

// The decoder is one long computation: a thread of its own blocks no request and can be limited.
const PROGRAM = `
  const { parentPort, workerData: { library, bytes, maxPixels } } = require('node:worker_threads')
  require(library).all({ buffer: bytes }).then(async ([image]) => {
    if (image.width * image.height > maxPixels) return parentPort.postMessage('too-large')
    const { width, height, data: { buffer, byteOffset, byteLength } } = await image.decode()
    parentPort.postMessage({ width, height, data: new Uint8Array(buffer, byteOffset, byteLength) })
  }).catch(() => parentPort.postMessage('broken'))`

const library = createRequire(import.meta.url).resolve('heic-decode')

/**
 * The first picture in RGBA, by libheif in a thread of its own with a limit of time and memory. Throws
 * `NotHeicError`.
 */
export const decodeHeic = (bytes: Buffer, maxPixels: number): Promise<Pixels> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(PROGRAM, {
      eval: true,
      workerData: { library, bytes: new Uint8Array(bytes), maxPixels },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      env: {},
      stdout: true,
      stderr: true,
    })
    const late = setTimeout(() => void worker.terminate(), DECODE_WITHIN_MS)
    worker.once('message', (answer: Pixels | 'too-large' | 'broken') => {
      if (typeof answer === 'string') reject(new NotHeicError(answer === 'too-large'))
      else resolve(answer)
      void worker.terminate()
    })
    worker.once('error', () => reject(new NotHeicError(false)))
    worker.once('exit', () => {
      clearTimeout(late)
      reject(new NotHeicError(false))
    })
  })
