import { join } from 'node:path'
import { z } from 'zod'
import { readJson, writeJson } from '../supervisor/records.ts'

const zMarker = z.object({
  /** When the demonstration began to be filled: its stays, messages and payouts are dated from then. */
  seededAt: z.string(),
  /** Ids of its accounts by name; absent until it is complete. */
  accounts: z.record(z.string(), z.string()).optional(),
  closed: z.boolean().optional(),
})
export type Marker = z.output<typeof zMarker>
const fileOf = (directory: string) => join(directory, 'demo.json')

/** Absent until the demonstration has begun. */
export const readMarker = (directory: string) => zMarker.safeParse(readJson(fileOf(directory))).data

export const writeMarker = (directory: string, marker: Marker) => writeJson(fileOf(directory), marker)

export const isComplete = (marker: Marker | undefined): boolean => marker?.accounts !== undefined

/**
 * Whether nothing is left to do: open, it is complete and its people can sign in; closed, none of them can, even
 * where it was interrupted.
 */
export const isDemoReady = (directory: string, wanted: 'open' | 'close'): boolean => {
  const marker = readMarker(directory)
  const isClosed = marker === undefined || marker.closed === true
  return wanted === 'close' ? isClosed : !isClosed && isComplete(marker)
}
