import type { FileHandle } from 'node:fs/promises'

const ZEROS = Buffer.alloc(65_536)

/** The file is not a whole video. */
export class BrokenVideoError extends Error {}

/** Fewer bytes than were asked for where the file ends before. */
export const readAt = async (file: FileHandle, at: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

export const writeZeros = async (file: FileHandle, from: number, to: number): Promise<void> => {
  for (let at = from; at < to; at += ZEROS.length)
    await file.write(ZEROS, 0, Math.min(ZEROS.length, to - at), at)
}
