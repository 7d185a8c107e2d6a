import { join } from 'node:path'
import { z } from 'zod'
import { readJson, writeJson } from '../supervisor/records.ts'

const zMarker = z.looseObject({ closed: z.boolean().optional() })
export type Marker = z.output<typeof zMarker>
const fileOf = (directory: string) => join(directory, 'demo.json')

/** Absent until the demonstration is complete. */
export const readMarker = (directory: string) => zMarker.safeParse(readJson(fileOf(directory))).data

export const writeMarker = (directory: string, marker: Marker) => writeJson(fileOf(directory), marker)

/** Whether the demonstration is complete and its logins work. */
export const isDemoOpen = (directory: string): boolean => {
  const marker = readMarker(directory)
  return marker !== undefined && !marker.closed
}
