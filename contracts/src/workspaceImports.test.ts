import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Which workspaces each may import (docs/architecture.md). */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  platform: ['contracts'],
  'command-service': ['contracts', 'platform'],
  projector: ['contracts', 'platform'],
  'query-service': ['contracts', 'platform'],
  ui: ['contracts'],
  standalone: ['contracts', 'platform', 'command-service', 'projector', 'query-service'],
  bench: ['contracts', 'platform', 'command-service', 'projector', 'query-service', 'standalone'],
}

const sourcesOf = (workspace: string) =>
  readdirSync(join(root, workspace, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(root, workspace, 'src', file))
const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(
    (match) => match[1] ?? '',
  )

describe.each(Object.entries(ARROWS))('%s', (workspace, allowed) => {
  const imports = sourcesOf(workspace).flatMap((file) =>
    importsOf(file).map((to) => ({ file: relative(root, file), to })),
  )

  it('imports other workspaces along the arrows only', () => {
    const wrong = imports.filter(
      ({ to }) => to.startsWith('@hearth/') && ![workspace, ...allowed].includes(to.split('/')[1] ?? ''),
    )
    expect(wrong).toEqual([])
  })

  it('reaches no other workspace by a relative path', () => {
    const escaping = imports.filter(
      ({ file, to }) =>
        to.startsWith('.') && relative(join(root, workspace), join(root, file, '..', to)).startsWith('..'),
    )
    expect(escaping).toEqual([])
  })
})

it('finds imports at all, so that the checks above can fail', () => {
  expect(importsOf(join(root, 'standalone/src/importer/run.ts'))).toContain('@hearth/contracts/kernel/ids')
})
