import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const WORKSPACES = [
  'contracts',
  'platform',
  'command-service',
  'projector',
  'query-service',
  'ui',
  'standalone',
  'bench',
  'e2e',
] as const

/** Services whose `runtime/` runs features without knowing any. */
const SERVICES = ['command-service', 'projector', 'query-service'] as const

type ImportGraph = ReadonlyMap<string, readonly string[]>

const isFile = (path: string) => /\.tsx?$/.test(path) && existsSync(path)

/** The file of the same workspace that a specifier names; undefined for what comes from elsewhere. */
const resolveImport = (workspace: string, importer: string, specifier: string): string | undefined => {
  const own = `@hearth/${workspace}`
  const base = specifier.startsWith('.')
    ? resolve(dirname(importer), specifier)
    : specifier === own || specifier.startsWith(`${own}/`)
      ? join(root, workspace, 'src', specifier.slice(own.length))
      : undefined
  return base === undefined
    ? undefined
    : [base, `${base}.ts`, `${base}.tsx`, join(base, 'index.ts')].find(isFile)
}

const listSources = (workspace: string) =>
  readdirSync(join(root, workspace), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => join(root, workspace, file))

/**
 * Imports of types count as well: a type that is declared where it is used is read together with that file,
 * whatever the compiler erases.
 */
const readImports = (workspace: string): ImportGraph =>
  new Map(
    listSources(workspace).map((file) => {
      const specifiers = [
        ...readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g),
      ].map((match) => match[1] ?? '')
      const imported = specifiers.map((specifier) => resolveImport(workspace, file, specifier))
      return [file, imported.filter((path) => path !== undefined)]
    }),
  )

/**
 * Tarjan's strongly connected components: groups of files that all reach each other, or one that imports
 * itself.
 */
const findCycles = (graph: ImportGraph): readonly (readonly string[])[] => {
  const order = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []

  const visit = (node: string): number => {
    const number = order.size
    order.set(node, number)
    stack.push(node)
    let low = number
    const targets = graph.get(node) ?? []
    for (const target of targets) {
      if (!order.has(target)) low = Math.min(low, visit(target))
      else if (stack.includes(target)) low = Math.min(low, order.get(target) ?? low)
    }
    if (low === number) {
      const group = stack.splice(stack.indexOf(node))
      if (group.length > 1 || targets.includes(node)) cycles.push(group)
    }
    return low
  }

  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return cycles
}

const short = (path: string) => relative(root, path)

describe('import cycles', () => {
  it.each(WORKSPACES)('%s has none', (workspace) => {
    expect(findCycles(readImports(workspace)).map((cycle) => cycle.map(short))).toEqual([])
  })

  it('finds cycles, and files that import themselves', () => {
    const graph = new Map([
      ['a', ['b', 'd']],
      ['b', ['c']],
      ['c', ['b', 'd']],
      ['d', []],
      ['e', ['e', 'a']],
    ])
    expect(findCycles(graph)).toEqual([['b', 'c'], ['e']])
  })

  it('resolves imports by path and by the name of the workspace', () => {
    const importer = join(root, 'contracts/src/structure.test.ts')
    const target = join(root, 'contracts/src/kernel/ids.ts')
    expect(resolveImport('contracts', importer, './kernel/ids.ts')).toBe(target)
    expect(resolveImport('contracts', importer, '@hearth/contracts/kernel/ids')).toBe(target)
    expect(resolveImport('contracts', importer, 'node:path')).toBeUndefined()
  })
})

describe('runtime folders', () => {
  /** Folders beside `runtime/` that hold no feature. */
  const SHARED = ['runtime', 'testing']

  it.each(SERVICES)('that of %s imports no feature', (service) => {
    const source = join(root, service, 'src')
    const offences = [...readImports(service)].flatMap(([file, targets]) =>
      file.startsWith(join(source, 'runtime/')) && !/\.(test|int)\.ts$/.test(basename(file))
        ? targets
            .filter((target) => !SHARED.includes(relative(source, target).split('/')[0] ?? ''))
            .map((target) => `${short(file)} imports ${short(target)}`)
        : [],
    )
    expect(offences).toEqual([])
  })
})

describe('statements about locks and sessions', () => {
  const VIEW = /\bpg_(locks|stat_activity)\b/
  /** Its own database, its own session, or one session that it knows. */
  const LIMIT = /current_database\(\)|pg_backend_pid\(\)|\bpid = p\.pid\b/

  it.each(WORKSPACES)(
    'name their database in %s, because a server holds those of others too',
    (workspace) => {
      const offences = listSources(workspace).flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/`[^`]*`|'[^'\n]*'/g)]
          .filter(([text]) => /^.\s*(select|from|join|delete|update|with)\b/i.test(text))
          .filter(([text]) => VIEW.test(text) && !LIMIT.test(text))
          .map(([text]) => `${short(file)}: ${text}`),
      )
      expect(offences).toEqual([])
    },
  )
})
