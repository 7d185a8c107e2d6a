import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const platform = join(import.meta.dirname, '../../platform/src')

/** Features of contracts that platform may import, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  booking: 'both services fold the stays of listings for reports (report/foldListings.ts)',
  performance: 'both services fold the months of listings for reports (report/foldListings.ts)',
}

const readImports = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/['"]@hearth\/contracts(\/[^'"]*)?['"]/g)].map(
    (match) => match[1]?.slice(1) ?? '',
  )
const files = readdirSync(platform, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
)
const imports = files.flatMap((file) =>
  readImports(join(platform, file)).map((path) => ({ file, feature: path.split('/')[0] ?? '' })),
)

it('finds only the kernel of contracts in platform, and no feature', () => {
  expect(imports.filter(({ feature }) => feature !== 'kernel' && !(feature in EXCEPTIONS))).toEqual([])
})

it('finds every listed exception in platform', () => {
  expect(
    Object.keys(EXCEPTIONS).filter((exception) => !imports.some(({ feature }) => feature === exception)),
  ).toEqual([])
})

it('finds a folder for each topic in platform, and no file beside them', () => {
  expect(files.filter((file) => !file.includes('/'))).toEqual([])
})

it('finds imports at all, so that the checks above can fail', () => {
  expect(imports).toContainEqual({ file: 'session/principal.ts', feature: 'kernel' })
})
