import { join } from 'node:path'
import { z } from 'zod'
import { freePort } from '@hearth/platform/process/freePort'
import { readJson, writeJson } from '../supervisor/records.ts'

const names = [
  'postgres',
  'events',
  'command',
  'query',
  'projector',
  'eventsMetrics',
  'eventsReplication',
  'frontDoorMetrics',
  'outside',
  'mail',
] as const

export type Ports = Readonly<Record<(typeof names)[number], number>>

/**
 * Inner ports: those of the last start where they are still free, so that a restarted part keeps its address.
 */
export const choosePorts = async (directory: string): Promise<Ports> => {
  const file = join(directory, 'ports.json')
  const before = z.partialRecord(z.enum(names), z.int().min(1).max(65_535)).safeParse(readJson(file))
  const choose = (name: (typeof names)[number]) => freePort(before.data?.[name])
  const ports: Ports = {
    postgres: await choose('postgres'),
    events: await choose('events'),
    command: await choose('command'),
    query: await choose('query'),
    projector: await choose('projector'),
    eventsMetrics: await choose('eventsMetrics'),
    eventsReplication: await choose('eventsReplication'),
    frontDoorMetrics: await choose('frontDoorMetrics'),
    outside: await choose('outside'),
    mail: await choose('mail'),
  }
  writeJson(file, ports)
  return ports
}
