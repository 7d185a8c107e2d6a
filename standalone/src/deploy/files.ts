import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zCommandServiceConfig } from '@hearth/command-service/config'
import { zProjectorConfig } from '@hearth/projector/config'
import { zQueryServiceSettings } from '@hearth/query-service/runtime/settings'
import { parse } from 'yaml'
import { z } from 'zod'
import { zFrontDoorConfig } from '../front-door/config.ts'
import { zStandaloneSettings } from '../installation/settings.ts'

export const root = join(import.meta.dirname, '../../..')
export const readText = (path: string): string => readFileSync(join(root, path), 'utf8')
/** `<<` merges, as in compose. */
export const readYaml = (path: string): unknown => parse(readText(path), { merge: true })

const zCompose = z.looseObject({
  services: z.record(
    z.string(),
    z.looseObject({
      image: z.string().optional(),
      environment: z.record(z.string(), z.string()).default({}),
      volumes: z.array(z.string()).default([]),
      ports: z.array(z.string()).default([]),
      depends_on: z
        .record(z.string(), z.object({ condition: z.string(), required: z.boolean().default(true) }))
        .or(z.array(z.string()))
        .optional(),
    }),
  ),
  volumes: z.record(z.string(), z.unknown()),
})
export type Compose = z.output<typeof zCompose>
export const COMPOSE_FILES = ['docker-compose.yml', 'docker-compose.cluster.yml'] as const

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** As compose merges files; of the lists only volumes, which replace each other by their target. */
const mergeOver = (base: unknown, overlay: unknown): unknown => {
  if (Array.isArray(base) && Array.isArray(overlay)) {
    const byTarget = [...base, ...overlay].map((volume): [string, unknown] => [
      String(volume).split(':')[1] ?? '',
      volume,
    ])
    return [...new Map(byTarget).values()]
  }
  if (!isMapping(base) || !isMapping(overlay)) return overlay
  const merged = Object.entries(overlay).map(([key, value]): [string, unknown] => [
    key,
    key in base ? mergeOver(base[key], value) : value,
  ])
  return { ...base, ...Object.fromEntries(merged) }
}

/** `docker-compose.yml` alone. */
export const compose: Compose = zCompose.parse(readYaml(COMPOSE_FILES[0]))
/** With `docker-compose.cluster.yml` on top. */
export const composeOfCluster: Compose = zCompose.parse(
  COMPOSE_FILES.map(readYaml).reduce((base, overlay) => mergeOver(base, overlay)),
)

/** The processes by their names in compose, with the settings that each reads from its environment. */
export const processes = {
  'command-service': zCommandServiceConfig,
  'query-service': zQueryServiceSettings,
  projector: zProjectorConfig,
  'front-door': zFrontDoorConfig,
} as const satisfies Readonly<Record<string, z.ZodObject>>

const services = ['command', 'query', 'projector', 'front door']
const start = '`npm start`'
/** The same by the names in the table of docs/settings.md. */
export const readers: Readonly<Record<string, z.ZodObject>> = {
  command: processes['command-service'],
  query: processes['query-service'],
  projector: processes.projector,
  'front door': processes['front-door'],
  [start]: zStandaloneSettings,
}
const groups: Readonly<Record<string, readonly string[]>> = { all: [...services, start], services }

/** The table of docs/settings.md: each name with its readers. */
export const documented = (): ReadonlyMap<string, readonly string[]> => {
  const table = readText('docs/settings.md').split('| setting | who | meaning |')[1]?.split('\n\n')[0] ?? ''
  const rows = table.split('\n').flatMap((line) => {
    const [, names = '', who = ''] = line.split('|').map((cell) => cell.trim())
    const readBy = who.split(',').flatMap((name) => groups[name.trim()] ?? [name.trim()])
    return [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name]): [string, readonly string[]] => [
      name ?? '',
      readBy,
    ])
  })
  return new Map(rows)
}

const filesUnder = (folder: string, suffix: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && entry.name.endsWith(suffix) && !entry.parentPath.includes('node_modules'),
    )
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))

/** The metrics that our programs define. */
export const definedMetrics = (): ReadonlySet<string> => {
  const folders = [
    'platform/src',
    'command-service/src',
    'projector/src',
    'query-service/src',
    'standalone/src',
  ]
  const sources = folders
    .flatMap((folder) => filesUnder(folder, '.ts'))
    .filter((path) => !/\.(test|int)\.ts$/.test(path))
    .map(readText)
  return new Set(
    sources.flatMap((text) => [...text.matchAll(/'(hearth_[a-z_]+)'/g)].map(([, name]) => name ?? '')),
  )
}
