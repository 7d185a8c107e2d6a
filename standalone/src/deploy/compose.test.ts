import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@hearth/platform/config/loadConfig'
import { Ajv } from 'ajv'
import { DCLinter } from 'dclint'
import { afterAll, describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { TEXT_ARGUMENTS } from '../postgres/cluster.ts'
import { substitute } from './exampleSettings.ts'
import {
  compose,
  COMPOSE_FILES,
  composeOfCluster,
  definedMetrics,
  documented,
  processes,
  readers,
  readText,
  readYaml,
  root,
} from './files.ts'

const consoleDirectory = mkdtempSync(join(tmpdir(), 'hearth-console-'))
writeFileSync(join(consoleDirectory, 'index.html'), '')
afterAll(() => rmSync(consoleDirectory, { recursive: true }))

const interpolated = COMPOSE_FILES.flatMap((file) =>
  [...readText(file).matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name ?? ''),
)
const listNames = (schema: z.ZodObject) => Object.keys(schema.shape).toSorted()

describe.each(COMPOSE_FILES)('%s', (file) => {
  it('conforms to the compose specification', () => {
    const { $schema: _, ...schema } = JSON.parse(readText('node_modules/dclint/schemas/compose.schema.json'))
    const validate = new Ajv({ strict: false, allErrors: true }).compile(schema)
    validate(readYaml(file))
    expect(validate.errors ?? []).toEqual([])
    expect(validate({ services: { projector: { image: 'x', enviroment: {} } } })).toBe(false)
  })

  it('has no error that dclint finds', () => {
    // It takes a variable for no address; what is published is tested below.
    const rules = { 'no-unbound-port-interfaces': 0 } as const
    const linter = new DCLinter({ rules, quiet: true, debug: false, exclude: [] })
    const found = linter.lintFiles([join(root, file)], false).flatMap(({ messages }) => messages)
    expect(found.filter(({ type }) => type === 'error')).toEqual([])
  })
})

describe.each([
  ['docker-compose.yml', compose],
  ['docker-compose.yml with docker-compose.cluster.yml', composeOfCluster],
])('%s', (_, { services }) => {
  it('pins the version of every image', () => {
    for (const { image } of Object.values(services))
      if (image !== undefined) expect(substitute(image)).toMatch(/^[a-z/]+:v?\d+[\w.-]*$/)
  })

  it.each(Object.entries(processes))('gives %s exactly the settings that it reads', (name, schema) => {
    const given = services[name]?.environment ?? {}
    const required = listNames(schema).filter(
      (field) => !schema.shape[field as keyof typeof schema.shape].safeParse(undefined).success,
    )
    expect({
      unknown: Object.keys(given).filter((field) => !(field in schema.shape)),
      missing: required.filter((field) => !(field in given)),
    }).toEqual({ unknown: [], missing: [] })
    const environment = Object.fromEntries(
      Object.entries(given).map(([field, value]) => [field, substitute(value)]),
    )
    const config = readConfig(schema, {
      ...environment,
      ...('CONSOLE_DIR' in environment ? { CONSOLE_DIR: consoleDirectory } : {}),
    })
    expect(config.NODE_ENV).toBe('production')
  })

  it('creates its Postgres with the options of the embedded one', () => {
    expect(services['postgres']?.environment['POSTGRES_INITDB_ARGS']).toBe(TEXT_ARGUMENTS.join(' '))
  })

  it('publishes ports to this machine only', () => {
    const published = Object.values(services).flatMap(({ ports }) => ports.map(substitute))
    expect(published.length).toBeGreaterThan(0)
    expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
  })

  it('mounts files that exist', () => {
    const mounted = Object.values(services)
      .flatMap(({ volumes }) => volumes)
      .filter((volume) => volume.startsWith('./'))
      .map((volume) => volume.split(':')[0] ?? '')
    expect(mounted.length).toBeGreaterThan(0)
    expect(mounted.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

test.each(['.gitignore', '.dockerignore'])('%s keeps secrets and backups of the handbook out', (file) => {
  const ignored = readText(file)
    .split('\n')
    .map((line) => line.replaceAll('/', ''))
  const secret = ['.env', 'certificates', 'ca.key', '*.dump', 'log-backup', 'files-backup']
  expect(secret.filter((path) => !ignored.includes(path))).toEqual([])
})

describe('Dockerfile', () => {
  const lines = readText('Dockerfile').split('\n')
  const copied = lines
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1))

  it('copies what it names, and nothing that it does not name', () => {
    expect(copied.length).toBeGreaterThan(0)
    expect(copied.filter((path) => !/^[a-z][\w-]*(\/?[\w.-]+)*$/i.test(path))).toEqual([])
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('copies every workspace that runs in it, and the manifest of the others', () => {
    const { workspaces } = z
      .object({ workspaces: z.array(z.string()) })
      .parse(JSON.parse(readText('package.json')))
    const found = workspaces.filter(
      (name) => copied.includes(name) || copied.includes(`${name}/package.json`),
    )
    expect(found).toEqual(workspaces)
  })

  it('runs as another user than root', () => {
    const users = lines.filter((line) => line.startsWith('USER '))
    expect(users.at(-1)).toBe('USER node')
  })
})

describe('docs/settings.md', () => {
  const table = documented()
  const named = (who: string) => [...table].filter(([, readBy]) => readBy.includes(who)).map(([name]) => name)

  it.each(Object.entries(readers))('documents exactly the settings that %s reads', (who, schema) => {
    expect(named(who).toSorted()).toEqual(listNames(schema))
  })

  it('documents every variable of docker-compose.yml', () => {
    expect(interpolated.filter((name) => !table.has(name))).toEqual([])
    expect(named('compose').filter((name) => !interpolated.includes(name))).toEqual([])
  })
})

describe('monitoring', () => {
  const target = z.object({
    job_name: z.string(),
    dns_sd_configs: z.array(z.object({ names: z.array(z.string()), port: z.number() })).default([]),
    file_sd_configs: z.array(z.object({ files: z.array(z.string()) })).default([]),
  })
  const targets = z.array(z.object({ targets: z.array(z.string()) }))
  const { scrape_configs: jobs } = z
    .object({ scrape_configs: z.array(target) })
    .parse(readYaml('deploy/prometheus.yml'))

  it('scrapes every process on the port of its metrics', () => {
    const asked = jobs.flatMap(({ dns_sd_configs }) =>
      dns_sd_configs.flatMap(({ names, port }) => names.map((name) => [name, String(port)])),
    )
    const served = Object.keys(processes).map((name) => {
      const { METRICS_PORT, PORT } = compose.services[name]?.environment ?? {}
      return [name, METRICS_PORT ?? PORT]
    })
    expect(asked.toSorted()).toEqual(served.toSorted())
  })

  it.each([
    ['docker-compose.yml', compose],
    ['docker-compose.cluster.yml', composeOfCluster],
  ])('scrapes every node of the event store of %s', (_, { services }) => {
    const nodes = Object.keys(services).filter((name) => name.startsWith('eventstore'))
    const files = jobs.flatMap(({ file_sd_configs }) => file_sd_configs.flatMap(({ files }) => files))
    const asked = files.flatMap((file) => {
      const mount = services['prometheus']?.volumes.find((volume) => volume.includes(`:${file}:`))
      return targets.parse(readYaml(mount?.split(':')[0] ?? '')).flatMap((entry) => entry.targets)
    })
    expect(asked.toSorted()).toEqual(nodes.map((name) => `${name}:2113`).toSorted())
  })

  it.each(['deploy/alerts.yml', 'deploy/grafana/hearth.json', 'docs/operate.md'])(
    '%s speaks of metrics and jobs that exist',
    (path) => {
      const text = readText(path)
      const defined = definedMetrics()
      const used = [...text.matchAll(/hearth_[a-z]+_[a-z_]+/g)].map(([name]) =>
        name.replace(/_(bucket|sum|count)$/, ''),
      )
      expect(used.length).toBeGreaterThan(0)
      expect([...new Set(used)].filter((name) => !defined.has(name))).toEqual([])
      const asked = [...text.matchAll(/job=~?\\?"([a-z|-]+)\\?"/g)].flatMap(([, names = '']) =>
        names.split('|'),
      )
      expect(asked.filter((name) => !jobs.some(({ job_name }) => job_name === name))).toEqual([])
    },
  )

  it('gives every alert a paragraph in the handbook', () => {
    const { groups } = z
      .object({ groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string() })) })) })
      .parse(readYaml('deploy/alerts.yml'))
    const handbook = readText('docs/operate.md')
    expect(
      groups
        .flatMap(({ rules }) => rules.map(({ alert }) => alert))
        .filter((alert) => !handbook.includes(`\`${alert}\``)),
    ).toEqual([])
  })
})
